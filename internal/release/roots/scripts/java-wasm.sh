# The JARs on a system without a library, which is simulated by removing the libraries.
mkdir package
cd package
jar xf /srv/rowlens-[0-9]*.jar
rm -r META-INF/native
cd ..
java -cp "package:$(ls /srv/*.jar | grep -v '/rowlens-[0-9]' | tr '\n' ':')" /srv/Example.java
