# The two JARs in a folder, as README.md describes. The java command itself compiles and runs the
# program.
java -cp "$(echo /srv/*.jar | tr ' ' :)" /srv/Example.java
