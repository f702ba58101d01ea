"""Link-time optimization with every linker, and builds in one line."""
import os
import shutil
import subprocess

from case import Case

# No optimizer sees through these calls, and the order of constructors shows.
UNIT = """#include <stdio.h>
extern volatile int table[64];
static __attribute__((noinline)) int own(int x) {{ return table[x & 63] + {number}; }}
__attribute__((constructor)) static void begin(void) {{ puts("{name}"); }}
{functions}"""
FUNCTION = "__attribute__((noinline)) int {0}{1}(int x) {{ return table[(own(x) + {1}) & 63] * {1}; }}\n"
MAIN = """#include <stdio.h>
volatile int table[64] = {3, 1, 4, 1, 5, 9, 2, 6};
int one1(int), one2(int), one3(int), two1(int), two2(int), two3(int), native1(int), native2(int);
int (*volatile calls[])(int) = {one1, one2, one3, two1, two2, two3, native1, native2};
int main(void)
{
    int x = 3;
    for (unsigned i = 0; i < sizeof calls / sizeof *calls; i++)
        x = calls[i](x) % 10007;
    printf("%d\\n", x);
    return 0;
}
"""


def unit(name, number):
    return UNIT.format(name=name, number=number,
                       functions="".join(FUNCTION.format(name, i) for i in range(1, 6)))


UNITS = {"main.c": MAIN, **{f"{name}.c": unit(name, number)
                            for number, name in enumerate(("one", "two", "native"))}}
# No layout falls back to generating the code again.
ONCE = (r"\A(?![\s\S]*repeats\s+the\s+link-time\s+optimization)",)
VERIFIED = {"mold": "that the order changed"}
FLAGS = {"pie": "-fPIE -pie", "no-pie": "-fno-pie -no-pie"}


def llvm_plugin():
    """Why linkers other than lld cannot link bitcode here, or an empty text."""
    plugins = ("/usr/lib/llvm-14/lib/LLVMgold.so", "/usr/lib/bfd-plugins/LLVMgold.so")
    return "" if any(map(os.path.exists, plugins)) else "there is no LLVMgold.so here"


def project(compiler, flags):
    """Objects, one of them in an archive, and one native."""
    archive = "llvm-ar" if compiler == "clang" else "gcc-ar"
    return {**UNITS,
            "Makefile": f"CC = {compiler}\nFLAGS = -O2 {flags}\n"
                        "program: main.o one.o libtwo.a native.o\n"
                        "\t$(CC) $(FLAGS) $(LINKER) -o $@ main.o one.o native.o libtwo.a\n"
                        f"libtwo.a: two.o\n\t{archive} rc $@ two.o\n"
                        "native.o: native.c\n\t$(CC) -O2 -fno-lto -fPIE -c -o $@ native.c\n"
                        "%.o: %.c\n\t$(CC) $(FLAGS) -c -o $@ $<\n"}


def case(name, toolchain, compiler, linker, flags, needs, **more):
    return Case(name=name, toolchain=toolchain, linker=linker, files=project(compiler, flags),
                build=f"make LINKER=-fuse-ld={linker}", command="./program",
                needs=(compiler, "mold" if linker == "mold" else f"ld.{linker}", *needs),
                verified=VERIFIED.get(linker, "order and addresses"),
                **{"least": 0.3, "said": ONCE, **more})


GCC = [case(f"gcc-lto-{linker}-{kind}", "gcc LTO", "gcc", linker, f"-flto {flags}", ())
       for linker in ("bfd", "gold", "mold") for kind, flags in FLAGS.items()]
KINDS = [case("gcc-lto-auto", "gcc -flto=auto", "gcc", "bfd", "-flto=auto", ()),
         case("gcc-lto-fat", "gcc LTO, fat objects", "gcc", "bfd", "-flto -ffat-lto-objects", ()),
         case("gcc-lto-fat-lld", "gcc LTO, fat objects", "gcc", "lld", "-flto -ffat-lto-objects", ()),
         case("gcc-lto-static", "gcc LTO, static", "gcc", "bfd", "-flto -static", (),
              least=0.005),
         case("clang-lto-static", "clang LTO, static", "clang", "lld", "-flto -static", (), least=0.005)]
CLANG = [case(f"clang-{kind}lto-{linker}-{place}", f"clang {kind}LTO", "clang", linker,
              f"-flto={kind or 'full'} {flags}", () if linker == "lld" else (llvm_plugin,),
              quick=int((kind, linker, place) == ("thin", "lld", "pie")))
         for kind in ("", "thin") for linker in ("lld", "gold", "bfd", "mold")
         for place, flags in FLAGS.items()]
LINES = [Case(name=f"one-line-{name}", toolchain=name.replace("-", " ", 1), linker=linker, files=UNITS,
              build=f"{line} main.c one.c native.c two.c -o program", command="./program", needs=(line.split()[0],),
              least=0.3, said=ONCE)
         for name, linker, line in (
             ("gcc", "bfd", "gcc -O2"), ("gcc-LTO", "bfd", "gcc -O2 -flto"),
             ("clang", "bfd", "clang -O2"), ("clang-LTO", "lld", "clang -O2 -flto -fuse-ld=lld"))]
# One link generates code of both: rustc's own lld reads the bitcode of older compilers.
RUST_LLD = '$$(rustc --print sysroot)/lib/rustlib/$$(rustc -vV | sed -n "s/host: //p")/bin/gcc-ld'


def rust_lld():
    """Why no link can mix C and Rust here, or an empty text."""
    if not shutil.which("rustc"):
        return "there is no rustc here"
    path = subprocess.run(["sh", "-c", f"echo {RUST_LLD}".replace("$$", "$")], capture_output=True, text=True,
                          check=False).stdout.strip()
    return "" if os.path.exists(f"{path}/ld.lld") else "this rustc has no lld of its own"


RUST = """extern "C" { fn native1(x: i32) -> i32; fn native2(x: i32) -> i32; }
#[no_mangle]
pub static mut table: [i32; 64] = [7; 64];
#[inline(never)]
fn one(x: i32) -> i32 { unsafe { native1(x) } }
#[inline(never)]
fn two(x: i32) -> i32 { unsafe { native2(x) } }
fn main() {
    let count = std::env::args().count() as i32;
    println!("{}", one(count) + two(count));
}
"""
MIXED = [Case(name="clang-rust-lto", toolchain="clang and rustc LTO", linker="rust-lld",
              files={"main.rs": RUST, "native.c": UNITS["native.c"],
                     "Makefile": "program: main.rs native.c\n\tclang -O2 -flto=thin -c native.c\n"
                                 "\trustc -O -C linker-plugin-lto -C linker=clang -C link-arg=native.o "
                                 f"-C link-arg=-fuse-ld=lld -C link-arg=-B{RUST_LLD} main.rs -o program\n"},
              build="make", command="./program", needs=("clang", rust_lld), least=0.3, said=ONCE)]
CASES = [*GCC, *KINDS, *CLANG, *LINES, *MIXED]
