3main.o: main.c sort.h \
  ../lib/with\ blank.h a\#b.h $$x.h
