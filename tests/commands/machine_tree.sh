# Makes in "root" what /proc and /sys tell on a machine of a kind: sh machine_tree.sh KIND
# (intel_pstate, amd-pstate, cpufreq, none); four CPUs, or one of "none".
set -e
put() { # FILE TEXT
    [ -d "root/${1%/*}" ] || mkdir -p "root/${1%/*}"
    printf '%s\n' "$2" >"root/$1"
}
cpus=sys/devices/system/cpu
each() { # FILE TEXT: below every CPU's cpufreq
    for cpu in 0 1 2 3; do put $cpus/cpu$cpu/cpufreq/"$1" "$2"; done
}
common() { # NAME OF THE CPU
    put proc/cpuinfo "model name	: $1
flags		: fpu vme sse2
microcode	: 0xf4"
    put proc/meminfo "MemTotal:       16777216 kB
MemAvailable:   12582912 kB
SwapTotal:       2097152 kB
SwapFree:        1048576 kB"
    put proc/stat "cpu  1000 0 500 90000 10 0 0 0 0 0"
    put proc/interrupts "           CPU0       CPU1       CPU2       CPU3
  9:        750        100         50        100  IO-APIC 9-fasteoi acpi
NMI:          1          1          1          1  Non-maskable interrupts"
    put proc/42/comm irqbalance
    put proc/self/cgroup "0::/user.slice/bench"
    put sys/fs/cgroup/user.slice/cpu.max "250000 100000"
    put proc/1/cgroup "0::/init.scope"
    put proc/self/status "Cpus_allowed_list:	0-2"
    put proc/sys/kernel/hostname bench
    put proc/sys/kernel/osrelease 6.1.0-test
    put proc/sys/kernel/numa_balancing 0
    put proc/sys/kernel/nmi_watchdog 1
    put proc/sys/kernel/perf_event_paranoid 3
    put proc/sys/vm/swappiness 60
    put sys/bus/event_source/devices/cpu/type 4
    put sys/kernel/mm/transparent_hugepage/enabled "[always] madvise never"
    put $cpus/online 0-3
    put $cpus/isolated ""
    put $cpus/nohz_full "(null)"
    put $cpus/smt/active 1
    put $cpus/smt/control on
    put $cpus/vulnerabilities/meltdown "Mitigation: PTI"
    put $cpus/vulnerabilities/mds "Not affected"
    put sys/devices/system/node/online 0
    put sys/devices/system/clocksource/clocksource0/current_clocksource tsc
    put sys/class/powercap/intel-rapl:0/name package-0
    put sys/class/powercap/intel-rapl:0/max_energy_range_uj 262143328850
    put sys/class/powercap/intel-rapl:0/energy_uj 12345
    each scaling_min_freq 800000
    each scaling_max_freq 3600000
    each cpuinfo_max_freq 3600000
}
case $1 in
intel_pstate)
    common "Some Intel CPU"
    each scaling_driver intel_pstate
    each scaling_governor powersave
    each energy_performance_preference balance_performance
    put $cpus/intel_pstate/status active
    put $cpus/intel_pstate/no_turbo 0
    for cpu in 0 1 2 3; do put $cpus/cpu$cpu/thermal_throttle/core_throttle_count $cpu; done
    put sys/class/hwmon/hwmon0/name coretemp
    put sys/class/hwmon/hwmon0/temp1_input 93000
    put sys/class/hwmon/hwmon0/temp1_max 100000
    put sys/class/power_supply/BAT0/type Battery
    put sys/class/power_supply/BAT0/status Discharging
    ;;
amd-pstate)
    common "Some AMD CPU"
    each scaling_driver amd-pstate-epp
    each scaling_governor performance
    each energy_performance_preference performance
    each boost 1
    put $cpus/amd_pstate/status active
    put $cpus/isolated 2-3
    put $cpus/nohz_full 2-3
    put $cpus/smt/active 0
    put $cpus/smt/control off
    put sys/class/hwmon/hwmon1/name k10temp
    put sys/class/hwmon/hwmon1/temp1_input 41500
    put sys/class/power_supply/AC/type Mains
    ;;
cpufreq)
    common "Some older CPU"
    each scaling_driver acpi-cpufreq
    each scaling_governor schedutil
    put $cpus/cpu3/cpufreq/scaling_governor performance
    each scaling_max_freq 3000000
    put $cpus/cpufreq/boost 0
    put sys/devices/system/clocksource/clocksource0/current_clocksource hpet
    put sys/class/dmi/id/sys_vendor "Some maker"
    ;;
none)
    put proc/cpuinfo "model name	: Some guest
flags		: fpu hypervisor sse2"
    put proc/stat ""
    put proc/self/status "Cpus_allowed_list:	0"
    put proc/self/cgroup "4:cpu,cpuacct:/docker/0123
0::/"
    put sys/fs/cgroup/cpu/cpu.cfs_quota_us 50000
    put sys/fs/cgroup/cpu/cpu.cfs_period_us 100000
    put proc/1/cgroup "4:cpu,cpuacct:/docker/0123"
    put $cpus/online 0
    put sys/class/dmi/id/sys_vendor QEMU
    ;;
esac
