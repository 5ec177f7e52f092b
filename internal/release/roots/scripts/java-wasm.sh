# The JARs where there is no library for the system: those for Linux are taken out.
mkdir package
cd package
jar xf /srv/rowlens-[0-9]*.jar
rm -r META-INF/native/linux-*
cd ..
java -cp "package:$(ls /srv/*.jar | grep -v '/rowlens-[0-9]' | tr '\n' ':')" /srv/Example.java
