long count_words(const char *text, long length);
unsigned long hash_words(const char *text, long length);
