# The two JARs in a folder, as README.md says; the program is compiled and run by java itself.
java -cp "$(echo /srv/*.jar | tr ' ' :)" /srv/Example.java
