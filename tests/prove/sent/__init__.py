"""What strangers send: archives, experiment files, names and repositories, a case each."""
