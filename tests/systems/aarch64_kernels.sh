# Compiles every kernel by both compilers, without a warning, and runs it: sh aarch64_kernels.sh KERNELS
set -eu
kernels=$1 failed=0
cd "$(mktemp -d)"
for kernel in "$kernels"/*.c "$kernels"/*.cpp; do
    name=${kernel##*/} folder=${kernel%.*} extension=${kernel##*.} compilers="gcc clang"
    [ "$extension" = c ] || compilers="g++ clang++"
    for compiler in $compilers; do
        own=$(find "$folder" -name "*.$extension" 2>/dev/null || true)
        rm -f output
        # shellcheck disable=SC2086
        if "$compiler" -O2 -Wall -Wextra -Werror -I "$kernels" "$kernel" $own -o program -lm -pthread &&
            timeout 300 ./program --iterations 2 --warmup 0 --minimum-time 0 >output 2>&1; then
            echo "ok      $compiler $name"
        else
            cat output 2>/dev/null || true
            echo "FAILED  $compiler $name"
            failed=1
        fi
    done
done
exit $failed
