# Numbers of R's own data sets: its acf() and Box.test(), MSER-5 by its formula, and the best
# segmentation by trying every last change of every beginning. Prints lines "name value...".

say <- function(name, ...) cat(name, sprintf("%.17g", c(...)), "\n")

mser <- function(x) {
    z <- colMeans(matrix(x[seq_len(length(x) %/% 5 * 5)], nrow = 5))
    m <- length(z)
    if (m < 4) return(0) # nothing can be seen
    d <- 0:(m %/% 2)
    error <- sapply(d, function(d) {
        kept <- z[(d + 1):m]
        sum((kept - mean(kept))^2) / (m - d)^2
    })
    5 * d[which.min(error)]
}

# Begins of the segments after the first, counted from 0.
partition <- function(x, penalty, least, floor) {
    n <- length(x)
    cost <- function(part) {
        v <- mean((part - mean(part))^2)
        s <- max(v, floor)
        length(part) * (log(2 * pi) + log(s) + v / s)
    }
    best <- c(-penalty, rep(Inf, n)) # of the first 0, 1, ... values
    last <- rep(0, n + 1)
    for (end in least:n) {
        for (begin in 0:(end - least)) {
            if (best[begin + 1] == Inf) next
            total <- best[begin + 1] + cost(x[(begin + 1):end]) + penalty
            if (total < best[end + 1]) {
                best[end + 1] <- total
                last[end + 1] <- begin
            }
        }
    }
    changes <- NULL
    at <- last[n + 1]
    while (at > 0) {
        changes <- c(at, changes)
        at <- last[at + 1]
    }
    changes
}

numbers <- function(name, x) {
    cat("series", name, "\n")
    x <- as.numeric(x)
    n <- length(x)
    say("values", x)
    say("acf", acf(x, lag.max = 10, plot = FALSE)$acf[-1])
    for (lag in 1:10) {
        Q <- Box.test(x, lag = lag, type = "Ljung")$statistic
        say("ljung_box", Q, pchisq(Q, lag, lower.tail = FALSE)) # Box.test rounds: it takes 1 - P
    }
    say("mser", mser(x))
    if (n > 300) return(invisible())
    for (penalty in c(2, 3, 15) * log(n))
        for (least in c(2, 5))
            for (floor in var(x) * c(1e-6, 0.05))
                say("partition", penalty, least, floor, partition(x, penalty, least, floor))
}

for (name in c("Nile", "lh", "LakeHuron", "discoveries", "nhtemp", "sunspot.year", "lynx", "nottem",
               "uspop", "airmiles", "BJsales", "WWWusage", "precip", "rivers", "islands", "euro",
               "JohnsonJohnson", "UKgas", "USAccDeaths", "ldeaths", "AirPassengers", "sunspots",
               "treering", "co2", "presidents"))
    numbers(name, na.omit(as.numeric(get(name))))
numbers("waiting", faithful$waiting)
numbers("eruptions", faithful$eruptions)
numbers("speed", cars$speed)
numbers("far", Nile + 1e9)
