// Constants and tables of the argument reductions of sin and cos; written by math/tools/trig_constants.py.
// SPDX-License-Identifier: Apache-2.0
#ifndef ISOBIT_MATH_TRIG_TABLES_H_
#define ISOBIT_MATH_TRIG_TABLES_H_

#include <limits>

namespace isobit {
namespace trig {

// 2/pi, and pi/2 in three parts of the type's precision.
template <typename T>
struct QuarterTurn;
template <>
struct QuarterTurn<float> {
  static constexpr float kInverse = 0x1.45f306p-1f;
  static constexpr float kPart1 = 0x1.921fb4p0f;
  static constexpr float kPart2 = 0x1.4442d2p-24f;
  static constexpr float kPart3 = -0x1.ee59dap-50f;
};
template <>
struct QuarterTurn<double> {
  static constexpr double kInverse = 0x1.45f306dc9c883p-1;
  static constexpr double kPart1 = 0x1.921fb54442d18p0;
  static constexpr double kPart2 = 0x1.1a62633145c07p-54;
  static constexpr double kPart3 = -0x1.f1976b7ed8fbcp-110;
};

// 2^E / pi modulo 2^24, the period of m * 2^E / pi in half turns for 24-bit m in [1, 2): to a multiple of 2^-6,
// at most 2^23, and the next 53 bits. Entry E + 1023 modulo 128; infinity's and NaN's is NaN.
alignas(64) inline constexpr double kPeriodsHi[128] = {
    0x1.48p-1, 0x1.44p0, 0x1.46p1, 0x1.46p2, 0x1.46p3, 0x1.46p4, 0x1.46p5, 0x1.45fp6, 0x1.45fp7, 0x1.45f4p8,
    0x1.45f4p9, 0x1.45f3p10, 0x1.45f3p11, 0x1.45f3p12, 0x1.45f3p13, 0x1.45f3p14, 0x1.45f308p15, 0x1.45f308p16,
    0x1.45f306p17, 0x1.45f307p18, 0x1.45f307p19, 0x1.45f306cp20, 0x1.45f306ep21, 0x1.45f306ep22, -0x1.7419f24p22,
    0x1.17cc1b7p22, -0x1.d067c92p22, 0x1.7cc1b74p20, 0x1.7cc1b72p21, 0x1.7cc1b72p22, -0x1.067c91bp22, 0x1.f306dcap22,
    -0x1.9f246cp18, -0x1.9f246c8p19, -0x1.9f246c8p20, -0x1.9f246c6p21, -0x1.9f246c7p22, 0x1.836e4e4p21,
    0x1.836e4e4p22, -0x1.f246c6ep21, -0x1.f246c6fp22, 0x1.b72722p18, 0x1.b72722p19, 0x1.b72722p20, 0x1.b72722p21,
    0x1.b727221p22, -0x1.236377ep21, -0x1.236377dp22, 0x1.b939105p22, -0x1.1b1bbeap21, -0x1.1b1bbebp22,
    0x1.c9c882ap22, -0x1.b1bbeacp20, -0x1.b1bbeaep21, -0x1.b1bbeadp22, 0x1.391054ap21, 0x1.391054ap22,
    -0x1.8ddf56bp22, 0x1.c882a54p21, 0x1.c882a54p22, -0x1.bbead6p20, -0x1.bbead6p21, -0x1.bbead6p22, 0x1.1054a8p21,
    0x1.1054a7fp22, -0x1.df56b02p22, 0x1.054a7fp20, 0x1.054a7fp21, 0x1.054a7f1p22, -0x1.f56b01fp22, 0x1.529fc2p18,
    0x1.529fc28p19, 0x1.529fc28p20, 0x1.529fc28p21, 0x1.529fc27p22, -0x1.5ac07b1p22, 0x1.4a7f09dp22, -0x1.6b01ec5p22,
    0x1.29fc275p22, -0x1.ac07b15p22, 0x1.4fe13acp21, 0x1.4fe13acp22, -0x1.603d8a8p22, 0x1.3f84ebp22, -0x1.80f62a1p22,
    0x1.fc2757ep21, 0x1.fc2757dp22, -0x1.ec5418p16, -0x1.ec5418p17, -0x1.ec5417p18, -0x1.ec5417p19, -0x1.ec5417p20,
    -0x1.ec5417p21, -0x1.ec5417p22, 0x1.3abe8f8p19, 0x1.3abe8fcp20, 0x1.3abe8fap21, 0x1.3abe8fbp22, -0x1.8a82e0bp22,
    0x1.d5f47d4p21, 0x1.d5f47d5p22, -0x1.505c158p20, -0x1.505c15ap21, -0x1.505c159p22, 0x1.5f47d4dp22,
    -0x1.4170566p22, 0x1.7d1f535p22, -0x1.05c1596p22, 0x1.f47d4d3p22, -0x1.705659p18, -0x1.705659p19, -0x1.705659p20,
    -0x1.7056592p21, -0x1.7056591p22, 0x1.1f534dep22, -0x1.c159644p22, 0x1.f534ddcp20, 0x1.f534ddcp21, 0x1.f534ddcp22,
    -0x1.596448p18, -0x1.596448p19, -0x1.596448p20, -0x1.596447ep21, -0x1.596447ep22, 0x1.4d37703p22, -0x1.65911f9p22,
    0x1.34ddc0ep22, std::numeric_limits<double>::quiet_NaN(),
};

alignas(64) inline constexpr double kPeriodsLo[128] = {
    -0x1.067c91b1bbeadp-8, 0x1.f306dc9c882a5p-8, -0x1.9f246c6efab58p-12, -0x1.9f246c6efab58p-11,
    -0x1.9f246c6efab58p-10, -0x1.9f246c6efab58p-9, -0x1.9f246c6efab58p-8, 0x1.836e4e44152ap-9, 0x1.836e4e44152ap-8,
    -0x1.f246c6efab581p-9, -0x1.f246c6efab581p-8, 0x1.b727220a94fe1p-12, 0x1.b727220a94fe1p-11, 0x1.b727220a94fe1p-10,
    0x1.b727220a94fe1p-9, 0x1.b727220a94fe1p-8, -0x1.236377d5ac07bp-9, -0x1.236377d5ac07bp-8, 0x1.b9391054a7f0ap-8,
    -0x1.1b1bbead603d9p-9, -0x1.1b1bbead603d9p-8, 0x1.c9c882a53f84fp-8, -0x1.b1bbead603d8bp-10, -0x1.b1bbead603d8bp-9,
    -0x1.b1bbead603d8bp-8, 0x1.391054a7f09d6p-9, 0x1.391054a7f09d6p-8, -0x1.8ddf56b01ec54p-8, 0x1.c882a53f84ebp-9,
    0x1.c882a53f84ebp-8, -0x1.bbead603d8a83p-10, -0x1.bbead603d8a83p-9, -0x1.bbead603d8a83p-8, 0x1.1054a7f09d5f4p-9,
    0x1.1054a7f09d5f4p-8, -0x1.df56b01ec5417p-8, 0x1.054a7f09d5f48p-10, 0x1.054a7f09d5f48p-9, 0x1.054a7f09d5f48p-8,
    -0x1.f56b01ec5417p-8, 0x1.529fc2757d1f5p-12, 0x1.529fc2757d1f5p-11, 0x1.529fc2757d1f5p-10, 0x1.529fc2757d1f5p-9,
    0x1.529fc2757d1f5p-8, -0x1.5ac07b1505c16p-8, 0x1.4a7f09d5f47d5p-8, -0x1.6b01ec5417056p-8, 0x1.29fc2757d1f53p-8,
    -0x1.ac07b1505c159p-8, 0x1.4fe13abe8fa9ap-9, 0x1.4fe13abe8fa9ap-8, -0x1.603d8a82e0acbp-8, 0x1.3f84eafa3ea6ap-8,
    -0x1.80f62a0b82b2dp-8, 0x1.fc2757d1f534ep-9, 0x1.fc2757d1f534ep-8, -0x1.ec54170565912p-14, -0x1.ec54170565912p-13,
    -0x1.ec54170565912p-12, -0x1.ec54170565912p-11, -0x1.ec54170565912p-10, -0x1.ec54170565912p-9,
    -0x1.ec54170565912p-8, 0x1.3abe8fa9a6eep-11, 0x1.3abe8fa9a6eep-10, 0x1.3abe8fa9a6eep-9, 0x1.3abe8fa9a6eep-8,
    -0x1.8a82e0acb223fp-8, 0x1.d5f47d4d37703p-9, 0x1.d5f47d4d37703p-8, -0x1.505c1596447e5p-10, -0x1.505c1596447e5p-9,
    -0x1.505c1596447e5p-8, 0x1.5f47d4d377037p-8, -0x1.4170565911f92p-8, 0x1.7d1f534ddc0dbp-8, -0x1.05c1596447e49p-8,
    0x1.f47d4d377036ep-8, -0x1.70565911f924fp-12, -0x1.70565911f924fp-11, -0x1.70565911f924fp-10,
    -0x1.70565911f924fp-9, -0x1.70565911f924fp-8, 0x1.1f534ddc0db63p-8, -0x1.c1596447e493bp-8, 0x1.f534ddc0db629p-10,
    0x1.f534ddc0db629p-9, 0x1.f534ddc0db629p-8, -0x1.596447e493ad5p-12, -0x1.596447e493ad5p-11,
    -0x1.596447e493ad5p-10, -0x1.596447e493ad5p-9, -0x1.596447e493ad5p-8, 0x1.4d377036d8a56p-8, -0x1.65911f924eb53p-8,
    0x1.34ddc0db6295ap-8, -0x1.96447e493ad4dp-8, 0x1.a6ee06db14acdp-9, 0x1.a6ee06db14acdp-8, -0x1.6447e493ad4cep-9,
    -0x1.6447e493ad4cep-8, 0x1.377036d8a5665p-8, -0x1.911f924eb5336p-8, 0x1.bb81b6c52b328p-9, 0x1.bb81b6c52b328p-8,
    -0x1.11f924eb53362p-9, -0x1.11f924eb53362p-8, 0x1.dc0db6295993cp-8, -0x1.1f924eb53361ep-10, -0x1.1f924eb53361ep-9,
    -0x1.1f924eb53361ep-8, 0x1.c0db6295993c4p-8, -0x1.f924eb53361dep-10, -0x1.f924eb53361dep-9, -0x1.f924eb53361dep-8,
    0x1.b6c52b3278872p-13, 0x1.b6c52b3278872p-12, 0x1.b6c52b3278872p-11, 0x1.b6c52b3278872p-10, 0x1.b6c52b3278872p-9,
    0x1.b6c52b3278872p-8, -0x1.24eb53361de38p-9, -0x1.24eb53361de38p-8, 0x1.b6295993c439p-8, -0x1.275a99b0ef1bfp-9,
    -0x1.275a99b0ef1bfp-8, 0.0,
};

// 2^(16 g - 1008) * 2/pi modulo 2^70, plus 2^70, in four parts: times m 2^(j - 15), j < 16, it is m 2^E * 2/pi,
// the quarter turns of a number with the exponent field E + 1023 = 16 g + j, but for a multiple of 8. Entry g
// modulo 64.
alignas(64) inline constexpr double kQuarters1[64] = {
    0x1p70, 0x1.00000000028bep70, 0x1.0000028be60dcp70, 0x1.028be60db9391p70, 0x1.e60db9391054ap70,
    0x1.b9391054a7f0ap70, 0x1.1054a7f09d5f4p70, 0x1.a7f09d5f47d4dp70, 0x1.9d5f47d4d377p70, 0x1.47d4d377036d9p70,
    0x1.d377036d8a566p70, 0x1.036d8a5664f11p70, 0x1.8a5664f10e41p70, 0x1.64f10e4107f94p70, 0x1.0e4107f9458ebp70,
    0x1.07f9458eaf7afp70, 0x1.458eaf7aef158p70, 0x1.af7aef1586dc9p70, 0x1.ef1586dc91b8fp70, 0x1.86dc91b8e9093p70,
    0x1.91b8e909374b8p70, 0x1.e909374b80192p70, 0x1.374b801924bbbp70, 0x1.801924bba8274p70, 0x1.24bba82746487p70,
    0x1.a827464873f87p70, 0x1.464873f877ac7p70, 0x1.73f877ac72c4ap70, 0x1.77ac72c4a69dp70, 0x1.72c4a69cfba21p70,
    0x1.a69cfba208d7dp70, 0x1.fba208d7d4bafp70, 0x1.08d7d4baed121p70, 0x1.d4baed1213a67p70, 0x1.ed1213a671c0ap70,
    0x1.13a671c09ad18p70, 0x1.71c09ad17df9p70, 0x1.9ad17df904e64p70, 0x1.7df904e64758ep70, 0x1.04e64758e60d5p70,
    0x1.4758e60d4ce7dp70, 0x1.e60d4ce7d2721p70, 0x1.4ce7d272117e3p70, 0x1.d272117e2ef7ep70, 0x1.117e2ef7e4a0fp70,
    0x1.2ef7e4a0ec7fep70, 0x1.e4a0ec7fe26p70, 0x1.ec7fe25fff781p70, 0x1.e25fff7816604p70, 0x1.ff7816603fbccp70,
    0x1.16603fbcbc463p70, 0x1.3fbcbc462d683p70, 0x1.bc462d6829b48p70, 0x1.2d6829b47db4ep70, 0x1.29b47db4d9fb4p70,
    0x1.7db4d9fb3c9f3p70, 0x1.d9fb3c9f2c26ep70, 0x1.3c9f2c26dd3d2p70, 0x1.2c26dd3d18fdap70, 0x1.dd3d18fd9a798p70,
    0x1.18fd9a797fa8bp70, 0x1.9a797fa8b5d4ap70, 0x1.7fa8b5d49eeb2p70, 0x1.b5d49eeb1faf9p70,
};

alignas(64) inline constexpr double kQuarters2[64] = {
    0x1.45f306dc9c883p15, 0x1.836e4e44152ap16, -0x1.b1bbead603d8bp16, 0x1.529fc2757d1f5p12, 0x1.fc2757d1f534ep16,
    -0x1.505c1596447e5p15, 0x1.f534ddc0db629p16, 0x1.bb81b6c52b328p15, 0x1.b6c52b3278872p15, -0x1.6a66c3bc6fbep16,
    0x1.3c439041fe516p16, -0x1.bef806ba71508p14, 0x1.fe5163abdebbcp16, 0x1.63abdebbc561bp16, -0x1.0a21d4f246dc9p13,
    -0x1.d4f246dc8e2dfp13, 0x1.b7246e3a424ddp16, 0x1.b8e909374b802p14, -0x1.bdb22d1ff9b6dp16, 0x1.d2e006492eea1p16,
    0x1.924bba8274648p10, 0x1.2eea09d1921dp16, -0x1.f62e6de301e21p16, 0x1.921cfe1deb1cbp16, 0x1.fc3bd63962535p15,
    0x1.eb1cb129a73efp16, 0x1.62534e7dd1047p15, 0x1.a73ee88235f53p16, -0x1.177dca0ad144cp16, -0x1.ca0ad144bb7b1p16,
    0x1.2ebb4484e99c7p16, -0x1.76f62cc71fb29p15, 0x1.d338e04d68bfp15, 0x1.c09ad17df904ep14, -0x1.4ba081bec66e3p16,
    -0x1.037d8cdc538dp15, 0x1.3991d63983534p16, 0x1.d639835339f4ap16, 0x1.835339f49c846p16, -0x1.8c16c6f740e88p15,
    0x1.3908bf177bf25p15, 0x1.7e2ef7e4a0ec8p14, -0x1.081b5f13801dap14, 0x1.283b1ff897ffep16, -0x1.c00ed00043f4dp15,
    0x1.2fffbc0b301fep15, -0x1.0fd33f8086877p13, 0x1.980fef2f118b6p16, -0x1.0d0ee74a5f593p12, -0x1.dce94beb25c12p15,
    -0x1.4beb25c12593p15, -0x1.92e092c98130ep16, -0x1.25930261b069fp15, -0x1.8130d834f648bp16, -0x1.b069ec9161738p15,
    -0x1.ec9161738132cp15, -0x1.61738132c3403p15, -0x1.c09961a015d29p16, -0x1.61a015d28ad84p16, -0x1.5d28ad8453814p12,
    0x1.7527bac7ebe5fp16, -0x1.14e050683a131p14, -0x1.41a0e84c2f8c6p12, 0x1.f17b3d0739f79p16,
};

alignas(64) inline constexpr double kQuarters3[64] = {
    -0x1.6b01ec5417056p-39, -0x1.ec54170565912p-39, 0x1.f47d4d377036ep-38, 0x1.a6ee06db14acdp-43,
    -0x1.1f924eb53361ep-39, 0x1.b14acc9e21c82p-39, 0x1.664f10e4107f9p-38, -0x1.de37df00d74e3p-39,
    0x1.07f9458eaf7afp-42, -0x1.ae9c5421443aap-40, 0x1.d5ef5de2b0db9p-39, -0x1.443a9e48db91cp-40,
    0x1.586dc91b8e909p-38, 0x1.c91b8e909374cp-38, 0x1.d2126e9700325p-43, 0x1.374b801924bbbp-42, 0x1.700324977504fp-39,
    -0x1.b6d115f62e6dep-40, -0x1.15f62e6de301ep-40, -0x1.8b9b78c078854p-38, 0x1.cfe1deb1cb12ap-44,
    -0x1.e214e34ed658cp-40, -0x1.38d3b5963045ep-38, 0x1.29a73ee88235fp-40, -0x1.822efb9415a29p-41,
    -0x1.df7282b4512eep-38, -0x1.0568a25dbd8b3p-39, -0x1.44bb7b16638fep-40, 0x1.213a671c09ad1p-38,
    -0x1.98e3f652e8207p-38, 0x1.35a2fbf209cc9p-43, -0x1.d040df633714ep-39, -0x1.bec66e29c67cbp-40,
    0x1.91d639835339fp-40, 0x1.8e60d4ce7d272p-38, 0x1.a99cfa4e422fcp-39, -0x1.82d8dee81d108p-38,
    -0x1.bdd03a21036bep-39, -0x1.d1081b5f13802p-42, -0x1.036be27003b4p-39, 0x1.d8ffc4bffef03p-43,
    -0x1.da00087e99fcp-46, -0x1.0fd33f8086877p-51, -0x1.fa67f010d0ee7p-40, 0x1.fde5e2316b415p-45,
    -0x1.a1dce94beb25cp-41, -0x1.d297d64b824b2p-42, -0x1.7d64b824b2605p-38, 0x1.f6d367ecf27cbp-44,
    -0x1.64c0986c1a7b2p-39, -0x1.30d834f648b0cp-40, 0x1.f2c26dd3d18fep-38, 0x1.b74f463f669e6p-40,
    -0x1.738132c3402bap-41, -0x1.32c3402ba515bp-41, -0x1.a015d28ad8454p-40, 0x1.16ba93dd63f5fp-39,
    0x1.49eeb1faf97c6p-38, -0x1.4e050683a130cp-38, -0x1.a0e84c2f8c608p-44, 0x1.7b3d0739f78a5p-40,
    0x1.0739f78a5292fp-40, -0x1.0eb5ada2b2809p-45, -0x1.6b5b456501281p-38,
};

alignas(64) inline constexpr double kQuarters4[64] = {
    -0x1.6447e493ad4cep-93, 0x1.b6c52b3278872p-97, -0x1.d6a66c3bc6fbep-92, -0x1.8778df7c035d4p-97,
    0x1.c820ff28b1d5fp-95, 0x1.fe5163abdebbcp-96, 0x1.163abdebbc562p-92, 0x1.7bd778ac36e49p-93,
    -0x1.d4f246dc8e2dfp-99, 0x1.b7246e3a424ddp-96, 0x1.1b8e909374b8p-94, -0x1.6f6c8b47fe6dbp-94,
    0x1.ba5c00c925dd4p-93, -0x1.ff9b6d115f62ep-92, -0x1.a22bec5cdbc6p-97, -0x1.f62e6de301e21p-96,
    -0x1.cdbc603c429c7p-93, -0x1.80f10a71a76b3p-95, -0x1.0a71a76b2c609p-95, 0x1.cb129a73ee882p-92,
    -0x1.63045df7282b4p-98, -0x1.177dca0ad144cp-96, 0x1.1afa975da2427p-95, 0x1.4baed1213a672p-94,
    0x1.a24274ce38136p-95, 0x1.3a671c09ad17ep-94, -0x1.c7eca5d040df6p-95, 0x1.ad17df904e647p-94,
    0x1.f7e413991d63ap-92, 0x1.3991d63983534p-96, -0x1.4e33e566305b2p-99, -0x1.9f2b3182d8defp-94,
    0x1.9cfa4e422fc5ep-95, 0x1.272117e2ef7e5p-94, 0x1.17e2ef7e4a0ecp-94, 0x1.77bf250763ff1p-93,
    -0x1.b5f13801da001p-94, -0x1.3801da00087eap-94, 0x1.2fffbc0b301fep-97, -0x1.0fd33f8086877p-99,
    -0x1.9fc04343b9d29p-98, -0x1.0d0ee74a5f593p-100, -0x1.d297d64b824b2p-106, -0x1.297d64b824b26p-94,
    -0x1.2e092c98130d8p-100, -0x1.25930261b069fp-97, -0x1.8130d834f648bp-96, 0x1.e4f96136e9e8cp-93,
    0x1.36e9e8c7ecd3dp-101, -0x1.161738132c34p-93, 0x1.8fd9a797fa8b6p-94, -0x1.961a015d28ad8p-92,
    -0x1.5d28ad8453814p-100, -0x1.456c229c0a0dp-95, -0x1.14e050683a131p-98, 0x1.faf97c5ecf41dp-94,
    0x1.7c5ecf41ce7dep-94, -0x1.30be31821d6b6p-94, 0x1.ce7de294a4baap-94, -0x1.d6b5b45650128p-98,
    0x1.497535fdafd89p-95, -0x1.65012813b81cbp-94, -0x1.0277039517bd5p-99, -0x1.dc0e545ef53fap-93,
};

}  // namespace trig
}  // namespace isobit

#endif  // ISOBIT_MATH_TRIG_TABLES_H_
