int parse_digit(int c)
{
    return c >= '0' && c <= '9' ? c - '0' : -1;
}
