// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/ptx_axes.h"

#include <array>

namespace lanescope {
namespace {

constexpr std::string_view kHead = ".version 8.0\n.target sm_80\n.address_size 64\n";
constexpr std::string_view kBegin =
    "{\n.reg .pred %p<4>;\n.reg .b32 %r<10>;\n.reg .f32 %f<10>;\n.reg .b64 %rd<10>;\n"
    "ld.param.u64 %rd1, [a];\nmov.u32 %r1, %tid.x;\nmov.u32 %r2, %ntid.x;\nsetp.gt.u32 %p1, %r1, 1000;\n";
// What was found out is wanted, else it is left away at once.
constexpr std::string_view kEnd =
    "END:\nst.global.u32 [%rd1], %r1;\nst.global.u32 [%rd1+4], %r3;\nst.global.u32 [%rd1+8], %r4;\n"
    "st.global.u64 [%rd1+16], %rd3;\nst.global.u64 [%rd1+24], %rd4;\nst.global.f32 [%rd1+32], %f1;\n"
    "st.global.f32 [%rd1+36], %f2;\nRET:\nret;\n}\n";

std::string str(std::size_t n) { return std::to_string(n); }

/// `piece(i)` for i below n.
template <typename Piece>
std::string repeated(std::size_t n, Piece piece) {
    std::string all;
    for (std::size_t i = 0; i < n; ++i) all += piece(i);
    return all;
}

std::string entry(std::string_view body, std::string_view before = "", std::string_view name = "k") {
    std::string text(kHead);
    text.append(before).append(".visible .entry ").append(name).append("(.param .u64 a)\n");
    return text.append(kBegin).append(body).append(kEnd);
}

template <typename Piece>
std::string body(std::size_t n, Piece piece, std::string_view before = "") {
    return entry(repeated(n, piece), before);
}

std::string letters(std::size_t n) { return std::string(n, 'x'); }

constexpr std::array kAxes{
    // Instructions of one block
    PtxAxis{"sums",
            [](std::size_t n) { return body(n, [](std::size_t) { return std::string("add.s32 %r1, %r1, %r2;\n"); }); }},
    PtxAxis{"products",
            [](std::size_t n) {
                return body(n, [](std::size_t) { return std::string("mad.lo.s32 %r3, %r1, %r2, %r3;\n"); });
            }},
    PtxAxis{"logic",
            [](std::size_t n) { return body(n, [](std::size_t) { return std::string("xor.b32 %r1, %r1, %r2;\n"); }); }},
    PtxAxis{"float sums",
            [](std::size_t n) {
                return body(
                    n, [](std::size_t) { return std::string("mul.f32 %f2, %f1, %f1;\nadd.f32 %f1, %f1, %f2;\n"); });
            }},
    PtxAxis{"selections",
            [](std::size_t n) {
                return body(n, [](std::size_t) { return std::string("selp.b32 %r1, %r1, %r2, %p1;\n"); });
            }},
    PtxAxis{"tests",
            [](std::size_t n) {
                return body(n, [](std::size_t i) {
                    return std::string("setp.gt.u32 %p2, %r1, " + str(i) + ";\n@%p2 add.s32 %r3, %r3, 1;\n");
                });
            }},
    PtxAxis{"conversions",
            [](std::size_t n) {
                return body(
                    n, [](std::size_t) { return std::string("cvt.rn.f32.u32 %f1, %r1;\nadd.f32 %f2, %f2, %f1;\n"); });
            }},
    PtxAxis{"divisions",
            [](std::size_t n) { return body(n, [](std::size_t) { return std::string("div.u32 %r3, %r3, %r2;\n"); }); },
            50000},
    PtxAxis{"loads",
            [](std::size_t n) {
                return body(n, [](std::size_t i) {
                    return std::string("ld.global.u32 %r3, [%rd1+" + str(i % 1000 * 4) +
                                       "];\nadd.s32 %r4, %r4, %r3;\n");
                });
            }},
    PtxAxis{"vectors",
            [](std::size_t n) {
                return body(n, [](std::size_t i) {
                    return std::string("ld.global.v4.f32 {%f1, %f2, %f3, %f4}, [%rd1+" + str(i % 250 * 16) + "];\n");
                });
            }},
    PtxAxis{"stores",
            [](std::size_t n) {
                return body(n, [](std::size_t i) {
                    return std::string("st.global.u32 [%rd1+" + str(i % 1000 * 4) + "], %r1;\n");
                });
            }},
    PtxAxis{"shared loads",
            [](std::size_t n) {
                return body(
                    n,
                    [](std::size_t i) {
                        return std::string("ld.shared.u32 %r3, [s+" + str(i % 1000 * 4) +
                                           "];\nadd.s32 %r4, %r4, %r3;\n");
                    },
                    ".shared .align 4 .b8 s[4000];\n");
            }},
    PtxAxis{"shared stores",
            [](std::size_t n) {
                return body(
                    n, [](std::size_t i) { return std::string("st.shared.u32 [s+" + str(i % 1000 * 4) + "], %r1;\n"); },
                    ".shared .align 4 .b8 s[4000];\n");
            }},
    PtxAxis{"parameter loads",
            [](std::size_t n) {
                return body(
                    n, [](std::size_t) { return std::string("ld.param.u64 %rd2, [a];\nadd.s64 %rd3, %rd3, %rd2;\n"); });
            }},
    PtxAxis{"different constants",
            [](std::size_t n) {
                return body(n,
                            [](std::size_t i) { return std::string("mad.lo.s32 %r3, %r1, " + str(i) + ", %r3;\n"); });
            }},
    PtxAxis{"atomics",
            [](std::size_t n) {
                return body(n, [](std::size_t) { return std::string("red.global.add.u32 [%rd1], %r1;\n"); });
            },
            50000},
    PtxAxis{"shuffles",
            [](std::size_t n) {
                return body(n,
                            [](std::size_t) { return std::string("shfl.sync.bfly.b32 %r1|%p2, %r1, 1, 31, -1;\n"); });
            }},
    PtxAxis{"barriers",
            [](std::size_t n) { return body(n, [](std::size_t) { return std::string("bar.sync 0;\n"); }); }},
    // Registers
    PtxAxis{"registers of their own",
            [](std::size_t n) {
                return entry(".reg .b32 %q<" + str(n) + ">;\n" + repeated(n, [](std::size_t i) {
                                 return "add.s32 %q" + str(i) + ", %r1, " + str(i) + ";\nst.global.u32 [%rd1], %q" +
                                        str(i) + ";\n";
                             }));
            }},
    PtxAxis{"sums of one register",
            [](std::size_t n) {
                return entry(".reg .b32 %q<" + str(n) + ">;\n" + repeated(n, [](std::size_t i) {
                                 return "shl.b32 %q" + str(i) + ", %r2, " + str(i % 31) + ";\nadd.s32 %r1, %r1, %q" +
                                        str(i) + ";\n";
                             }));
            }},
    PtxAxis{"uses of one shift",
            [](std::size_t n) {
                return entry("shl.b32 %r3, %r1, 2;\n" +
                             repeated(n, [](std::size_t) { return std::string("add.s32 %r4, %r4, %r3;\n"); }));
            }},
    PtxAxis{"uses of one product",
            [](std::size_t n) {
                return entry("mul.wide.s32 %rd3, %r1, 4;\n" + repeated(n, [](std::size_t) {
                                 return std::string(
                                     "add.s64 %rd4, %rd3, %rd1;\nld.global.u32 %r3, [%rd4];\nadd.s32 %r4, %r4, %r3;\n");
                             }));
            }},
    PtxAxis{"uses of one address",
            [](std::size_t n) {
                return entry("add.s64 %rd3, %rd1, 16;\n" + repeated(n, [](std::size_t i) {
                                 return "ld.global.u32 %r3, [%rd3+" + str(i % 64 * 4) + "];\n";
                             }));
            }},
    PtxAxis{"uses of one vector",
            [](std::size_t n) {
                return entry("ld.global.v2.u32 {%r3, %r4}, [%rd1];\n" + repeated(n, [](std::size_t) {
                                 return std::string("xor.b32 %r1, %r3, %r4;\nst.global.u32 [%rd1], %r1;\n");
                             }));
            }},
    PtxAxis{"registers declared alone",
            [](std::size_t n) {
                return body(n, [](std::size_t i) { return std::string(".reg .b32 q" + str(i) + ";\n"); });
            }},
    PtxAxis{"registers in one list",
            [](std::size_t n) {
                return entry(".reg .b32 q" + repeated(n, [](std::size_t i) { return ", q" + str(i); }) + ";\n");
            }},
    PtxAxis{"ranges of registers",
            [](std::size_t n) {
                return body(n, [](std::size_t i) { return std::string(".reg .b32 q" + str(i) + "x<3>;\n"); });
            },
            80000},
    PtxAxis{"copies in a loop, backwards",
            [](std::size_t n) {
                return entry(
                    ".reg .b32 %q<" + str(n + 2) + ">;\nmov.u32 %q" + str(n) + ", %r1;\nL:\n" +
                    repeated(n, [](std::size_t i) { return "mov.u32 %q" + str(i) + ", %q" + str(i + 1) + ";\n"; }) +
                    "add.s32 %r3, %r3, 1;\nsetp.lt.s32 %p2, %r3, 2;\n@%p2 bra L;\nst.global.u32 [%rd1], %q0;\n");
            },
            100000},
    PtxAxis{"negations",
            [](std::size_t n) {
                return body(n, [](std::size_t) { return std::string("neg.s32 %r3, %r1;\nadd.s32 %r1, %r1, %r3;\n"); });
            }},
    PtxAxis{"wide sums",
            [](std::size_t n) {
                return body(n, [](std::size_t) {
                    return std::string("cvt.s64.s32 %rd3, %r1;\nshl.b64 %rd3, %rd3, 2;\nadd.s64 %rd4, %rd4, %rd3;\n");
                });
            }},
    PtxAxis{"copies of values",
            [](std::size_t n) {
                return body(n, [](std::size_t) {
                    return std::string("ld.global.u32 %r3, [%rd1];\nst.global.u32 [%rd1+64], %r3;\n");
                });
            }},
    // Blocks
    PtxAxis{"branches to a return",
            [](std::size_t n) {
                return body(n, [](std::size_t) { return std::string("@%p1 bra RET;\nadd.s32 %r1, %r1, 1;\n"); });
            }},
    PtxAxis{"branches to a return before an endless loop",
            [](std::size_t n) {
                return entry(
                    repeated(n, [](std::size_t) { return std::string("@%p1 bra RET;\nadd.s32 %r1, %r1, 1;\n"); }) +
                    "setp.gt.u32 %p2, %r2, 0;\n@%p2 bra RET;\nL:\nbra.uni L;\n");
            }},
    PtxAxis{"returns from loops in sequence",
            [](std::size_t n) {
                return body(n, [](std::size_t i) {
                    return "mov.u32 %r3, 0;\nL" + str(i) + ":\nadd.s32 %r3, %r3, 1;\n@%p1 bra RET;\n" +
                           "setp.lt.s32 %p2, %r3, 2;\n@%p2 bra L" + str(i) + ";\n";
                });
            }},
    PtxAxis{"branches to the end",
            [](std::size_t n) {
                return body(n, [](std::size_t) { return std::string("@%p1 bra END;\nadd.s32 %r1, %r1, 1;\n"); });
            }},
    PtxAxis{"exits",
            [](std::size_t n) {
                return body(n, [](std::size_t) { return std::string("@%p1 exit;\nadd.s32 %r1, %r1, 1;\n"); });
            }},
    PtxAxis{"branches past one",
            [](std::size_t n) {
                return body(n, [](std::size_t i) {
                    return std::string("@%p1 bra L" + str(i) + ";\nadd.s32 %r1, %r1, 1;\nL" + str(i) + ":\n");
                });
            }},
    PtxAxis{"branches with two arms",
            [](std::size_t n) {
                return body(n, [](std::size_t i) {
                    return std::string("@%p1 bra L" + str(i) + ";\nadd.s32 %r1, %r1, 1;\nbra.uni M" + str(i) + ";\nL" +
                                       str(i) + ":\nsub.s32 %r1, %r1, 1;\nM" + str(i) + ":\n");
                });
            }},
    PtxAxis{"loads behind branches",
            [](std::size_t n) {
                return body(n, [](std::size_t i) {
                    return std::string("@%p1 bra L" + str(i) +
                                       ";\nld.global.u32 %r3, [%rd1];\nadd.s32 %r1, %r1, %r3;\nL" + str(i) + ":\n");
                });
            }},
    PtxAxis{"loops in sequence",
            [](std::size_t n) {
                return body(n, [](std::size_t i) {
                    return std::string("mov.u32 %r3, 0;\nL" + str(i) +
                                       ":\nadd.s32 %r3, %r3, 1;\nsetp.lt.s32 %p2, %r3, 2;\n@%p2 bra L" + str(i) +
                                       ";\n");
                });
            }},
    PtxAxis{"loops in loops",
            [](std::size_t n) {
                return entry(repeated(n, [](std::size_t i) { return "L" + str(i) + ":\nadd.s32 %r3, %r3, 1;\n"; }) +
                             repeated(n, [n](std::size_t i) {
                                 return "setp.lt.s32 %p2, %r3, 0;\n@%p2 bra L" + str(n - 1 - i) + ";\n";
                             }));
            }},
    PtxAxis{"branches in branches",
            [](std::size_t n) {
                return entry(
                    repeated(n, [](std::size_t i) { return "@%p1 bra L" + str(i) + ";\nadd.s32 %r3, %r3, 1;\n"; }) +
                    repeated(n, [n](std::size_t i) { return "L" + str(n - 1 - i) + ":\nadd.s32 %r4, %r4, 1;\n"; }));
            }},
    PtxAxis{"ways out of a loop",
            [](std::size_t n) {
                return entry(
                    "L:\n" +
                    repeated(n, [](std::size_t) { return std::string("@%p1 bra OUT;\nadd.s32 %r3, %r3, 1;\n"); }) +
                    "setp.lt.s32 %p2, %r3, 2;\n@%p2 bra L;\nOUT:\n");
            }},
    PtxAxis{"returns from a loop",
            [](std::size_t n) {
                return entry("L:\n" +
                             repeated(n, [](std::size_t) { return std::string("@%p1 ret;\nadd.s32 %r3, %r3, 1;\n"); }) +
                             "setp.lt.s32 %p2, %r3, 2;\n@%p2 bra L;\n");
            }},
    PtxAxis{"ways round a loop",
            [](std::size_t n) {
                return entry(
                    "L:\nadd.s32 %r3, %r3, 1;\nsetp.gt.s32 %p3, %r3, 2;\n@%p3 bra END;\n" +
                    repeated(n, [](std::size_t) { return std::string("@%p1 bra L;\nadd.s32 %r4, %r4, 1;\n"); }));
            }},
    PtxAxis{"jumps",
            [](std::size_t n) {
                return body(n,
                            [](std::size_t i) { return std::string("bra.uni L" + str(i) + ";\nL" + str(i) + ":\n"); });
            }},
    PtxAxis{"jumps backwards",
            [](std::size_t n) {
                return entry("bra.uni L" + str(n) + ";\n" +
                             repeated(n,
                                      [](std::size_t i) {
                                          return "L" + str(i) + ":\nbra.uni " +
                                                 (i == 0 ? std::string("END") : "L" + str(i - 1)) + ";\n";
                                      }) +
                             "L" + str(n) + ":\nbra.uni L" + str(n == 0 ? 0 : n - 1) + ";\n");
            }},
    PtxAxis{"labels",
            [](std::size_t n) { return body(n, [](std::size_t i) { return std::string("L" + str(i) + ":\n"); }); }},
    PtxAxis{"places of one table",
            [](std::size_t n) {
                return entry("T: .branchtargets END" + repeated(n, [](std::size_t i) { return ", L" + str(i); }) +
                             ";\nmov.u32 %r3, 0;\nbrx.idx %r3, T;\n" +
                             repeated(n, [](std::size_t i) { return "L" + str(i) + ":\nadd.s32 %r1, %r1, 1;\n"; }));
            }},
    PtxAxis{"comparisons with constants",
            [](std::size_t n) {
                return body(n, [](std::size_t i) {
                    return std::string("setp.eq.s32 %p2, %r2, " + str(i * 3 + 77) + ";\n@%p2 bra END;\n");
                });
            }},
    PtxAxis{"endless loops behind branches",
            [](std::size_t n) {
                return entry(repeated(n, [](std::size_t i) { return "@%p1 bra L" + str(i) + ";\n"; }) +
                             "bra.uni END;\n" + repeated(n, [](std::size_t i) {
                                 return "L" + str(i) + ":\n@%p1 bra END;\nadd.s32 %r3, %r3, 1;\nbra.uni L" + str(i) +
                                        ";\n";
                             }));
            }},
    // Functions and variables
    PtxAxis{"entries",
            [](std::size_t n) {
                return entry("") + repeated(n, [](std::size_t i) {
                           return ".visible .entry k" + str(i) + "(.param .u64 a)\n{\nret;\n}\n";
                       });
            }},
    PtxAxis{"functions called",
            [](std::size_t n) {
                return entry(repeated(n, [](std::size_t i) { return "call.uni f" + str(i) + ";\n"; }),
                             repeated(n, [](std::size_t i) { return ".func f" + str(i) + "()\n{\nret;\n}\n"; }));
            },
            50000},
    PtxAxis{"functions in a chain",
            [](std::size_t n) {
                return entry("@%p1 call.uni f" + str(n) + ";\n",
                             ".func f0()\n{\nret;\n}\n" + repeated(n, [](std::size_t i) {
                                 return ".func f" + str(i + 1) + "()\n{\ncall.uni f" + str(i) + ";\nret;\n}\n";
                             }));
            },
            50000},
    PtxAxis{"calls of one function",
            [](std::size_t n) {
                return entry(repeated(n, [](std::size_t) { return std::string("call.uni f;\n"); }),
                             ".func f()\n{\nret;\n}\n");
            },
            100000},
    PtxAxis{"functions declared",
            [](std::size_t n) {
                return entry("", repeated(n, [](std::size_t i) { return ".extern .func f" + str(i) + "();\n"; }));
            }},
    PtxAxis{"global variables",
            [](std::size_t n) {
                return entry("", repeated(n, [](std::size_t i) { return ".global .u32 g" + str(i) + ";\n"; }));
            }},
    PtxAxis{"global variables used",
            [](std::size_t n) {
                return entry(repeated(n, [](std::size_t i) { return "ld.global.u32 %r3, [g" + str(i) + "];\n"; }),
                             repeated(n, [](std::size_t i) { return ".global .u32 g" + str(i) + " = 1;\n"; }));
            }},
    PtxAxis{"constants",
            [](std::size_t n) {
                return entry(repeated(n,
                                      [](std::size_t i) {
                                          return "ld.const.u32 %r3, [g" + str(i) + "];\nadd.s32 %r1, %r1, %r3;\n";
                                      }),
                             repeated(n, [](std::size_t i) { return ".const .u32 g" + str(i) + " = 1;\n"; }));
            },
            16000},
    PtxAxis{"shared variables used",
            [](std::size_t n) {
                return entry(repeated(n, [](std::size_t i) { return "st.shared.u32 [s" + str(i) + "], %r1;\n"; }),
                             repeated(n, [](std::size_t i) { return ".shared .u32 s" + str(i) + ";\n"; }));
            },
            12000},
    PtxAxis{"shared variables of the entry",
            [](std::size_t n) {
                return entry(repeated(n, [](std::size_t i) {
                    return ".shared .u32 s" + str(i) + ";\nst.shared.u32 [s" + str(i) + "], %r1;\n";
                }));
            },
            12000},
    PtxAxis{"local variables",
            [](std::size_t n) {
                return entry(repeated(n, [](std::size_t i) {
                    return ".local .u32 s" + str(i) + ";\nst.local.u32 [s" + str(i) + "], %r1;\n";
                }));
            },
            16000},
    PtxAxis{"slots",
            [](std::size_t n) {
                return entry(repeated(n, [](std::size_t i) {
                    return "{ .param .b32 p" + str(i) + ";\nst.param.b32 [p" + str(i) + "], %r1; }\n";
                }));
            },
            16000},
    PtxAxis{"elements",
            [](std::size_t n) {
                return entry("", ".global .u32 g[" + str(n + 1) + "] = {0" +
                                     repeated(n, [](std::size_t i) { return ", " + str(i); }) + "};\n");
            },
            1000000},
    PtxAxis{"elements of an open array",
            [](std::size_t n) {
                return entry(
                    "", ".global .u32 g[] = {0" + repeated(n, [](std::size_t i) { return ", " + str(i); }) + "};\n");
            },
            1000000},
    PtxAxis{"addresses",
            [](std::size_t n) {
                return entry("", ".global .u32 h;\n.global .u64 g[" + str(n + 1) + "] = {h" +
                                     repeated(n, [](std::size_t) { return std::string(", h"); }) + "};\n");
            }},
    PtxAxis{"addresses of functions",
            [](std::size_t n) {
                return entry("mov.u64 %rd3, f0;\n",
                             repeated(n + 1, [](std::size_t i) { return ".func f" + str(i) + "()\n{\nret;\n}\n"; }) +
                                 ".global .u64 g[" + str(n + 1) + "] = {f0" +
                                 repeated(n, [](std::size_t i) { return ", f" + str(i); }) + "};\n");
            },
            50000},
    PtxAxis{"entries that call one function",
            [](std::size_t n) {
                return entry("", ".func f()\n{\nret;\n}\n") + repeated(n, [](std::size_t i) {
                           return ".visible .entry k" + str(i) + "(.param .u64 a)\n{\ncall.uni f;\nret;\n}\n";
                       });
            },
            50000},
    // Lines, texts and names
    PtxAxis{"source lines",
            [](std::size_t n) {
                return entry(
                    repeated(n, [](std::size_t i) { return ".loc 1 " + str(i + 1) + " 0\nadd.s32 %r1, %r1, 1;\n"; }),
                    ".file 1 \"a.cu\"\n");
            }},
    PtxAxis{"source lines that were inlined",
            [](std::size_t n) {
                return entry(repeated(n,
                                      [](std::size_t i) {
                                          return ".loc 1 " + str(i + 1) + " 0, function_name D, inlined_at 1 " +
                                                 str(i + 1) + " 0\nadd.s32 %r1, %r1, 1;\n";
                                      }),
                             ".file 1 \"a.cu\"\n");
            }},
    PtxAxis{"files",
            [](std::size_t n) {
                return entry(
                    repeated(n, [](std::size_t i) { return ".loc " + str(i + 1) + " 1 0\nadd.s32 %r1, %r1, 1;\n"; }),
                    repeated(n, [](std::size_t i) { return ".file " + str(i + 1) + " \"" + str(i) + ".cu\"\n"; }));
            },
            60000},
    PtxAxis{"scopes",
            [](std::size_t n) {
                return body(n, [](std::size_t) { return std::string("{ .reg .b32 q; mov.u32 q, 1; }\n"); });
            }},
    PtxAxis{
        "comments",
        [](std::size_t n) { return body(n, [](std::size_t) { return std::string("// comment\n/* comment */\n"); }); }},
    PtxAxis{"characters of a comment",
            [](std::size_t n) { return entry("/*" + letters(n) + "*/\n//" + letters(n) + "\n"); }, 1000000},
    PtxAxis{"characters of a pragma", [](std::size_t n) { return entry(".pragma \"" + letters(n) + "\";\n"); },
            1000000},
    PtxAxis{"statements of one line",
            [](std::size_t n) {
                return entry(repeated(n, [](std::size_t) { return std::string("add.s32 %r1, %r1, 1; "); }) + "\n");
            }},
    PtxAxis{"empty lines", [](std::size_t n) { return entry(std::string(n, '\n')); }, 1000000},
    PtxAxis{"debug data",
            [](std::size_t n) {
                return entry("") + ".section .debug_info {\n" +
                       repeated(n, [](std::size_t) { return std::string(".b8 1\n"); }) + "}\n";
            }},
    PtxAxis{"characters of an entry's name",
            [](std::size_t n) { return entry("") + ".entry " + letters(n) + "()\n{\nret;\n}\n"; }, 1000000},
    PtxAxis{"characters of the mangled name",
            [](std::size_t n) { return entry("") + ".entry _Z" + str(n + 1) + letters(n + 1) + "v()\n{\nret;\n}\n"; },
            1000000},
    PtxAxis{"characters of a function's name",
            [](std::size_t n) {
                return entry("call.uni " + letters(n + 1) + ";\n", ".func " + letters(n + 1) + "()\n{\nret;\n}\n");
            },
            1000000},
    PtxAxis{"characters of a variable's name",
            [](std::size_t n) {
                return entry("ld.global.u32 %r3, [" + letters(n + 1) + "];\n",
                             ".global .u32 " + letters(n + 1) + ";\n");
            },
            1000000},
    PtxAxis{"characters of a shared variable's name",
            [](std::size_t n) {
                return entry("st.shared.u32 [" + letters(n + 1) + "], %r1;\n",
                             ".shared .u32 " + letters(n + 1) + ";\n");
            },
            1000000},
    PtxAxis{
        "characters of a register's name",
        [](std::size_t n) { return entry(".reg .b32 " + letters(n + 1) + ";\nmov.u32 " + letters(n + 1) + ", 1;\n"); },
        1000000},
    PtxAxis{"characters of a label",
            [](std::size_t n) { return entry("bra.uni " + letters(n + 1) + ";\n" + letters(n + 1) + ":\n"); }, 1000000},
    PtxAxis{
        "characters of a file's name",
        [](std::size_t n) { return entry(".loc 1 1 0\nadd.s32 %r1, %r1, 1;\n", ".file 1 \"" + letters(n) + "\"\n"); },
        1000000},
    PtxAxis{"characters of an unknown instruction",
            [](std::size_t n) { return entry("") + ".entry u()\n{\n" + letters(n + 1) + " %r1;\nret;\n}\n"; }, 1000000},
    PtxAxis{
        "digits of a number",
        [](std::size_t n) { return entry("") + ".section .debug_info {\n.b8 " + std::string(n + 1, '1') + "\n}\n"; },
        1000000},
};

}  // namespace

std::span<const PtxAxis> ptxAxes() { return kAxes; }

}  // namespace lanescope
