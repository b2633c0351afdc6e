/*
 * A market of two tokens of the Token program with a constant product, for the local Solana only.
 *
 * One instruction: swaps one token for the other. Its data: the byte 1, the amount to pay (u64), the least amount to
 * receive (u64). Its accounts: 0 the user (signs), 1 the pool, 2 the user's account that pays, 3 the one that receives,
 * 4 the pool's account that receives, 5 the pool's one that pays, 6 the Token program.
 *
 * The pool's account holds: 8 bytes `FOYRPOOL`, the two mints, the pool's two token accounts, the fee in basis points
 * (u64), the bump seed (u8). Its address is derived from "pool", both mints and the bump, and it owns both token accounts.
 *
 * Built by buildProgram.ts. The program has one function, no constant data and no writable data, so that its bytes need no
 * linker but a small one. It writes to the heap instead of the stack.
 */
typedef unsigned char u8;
typedef unsigned long long u64;
#define INLINE static inline __attribute__((always_inline))

/* What a program hands to another one. Source: https://github.com/anza-xyz/agave, the C headers of its SDK. */
typedef struct { u8 *key; u64 *lamports; u64 size; u8 *data; u8 *owner; u64 rentEpoch; u8 isSigner, isWritable, isExecutable; } Account;
typedef struct { u8 *key; u8 isWritable, isSigner; } Meta;
typedef struct { u8 *program; Meta *metas; u64 metaCount; u8 *data; u64 size; } Instruction;
typedef struct { const u8 *bytes; u64 size; } Seed;
typedef struct { Seed *seeds; u64 count; } Signer;
extern u64 sol_invoke_signed_c(const Instruction *, const Account *, u64 accounts, const Signer *, u64 signers);

/* Errors: above those of the Token program, which are passed on. */
enum { TOO_LITTLE_RECEIVED = 6001, NOT_A_POOL, NOT_ITS_ACCOUNTS, NOT_THE_TOKEN_PROGRAM, BAD_INPUT, TOO_LARGE };

/* Everything that is written, on the heap. */
typedef struct {
  Account accounts[7];
  Account infos[4];
  Meta metas[3];
  Instruction call;
  Seed seeds[4];
  Signer signer;
  u8 name[8];
  u8 data[16];
} Memory;
#define MEMORY ((Memory *)0x300000000ULL)
#define ACCOUNTS 7
#define GROWTH 10240
#define LARGEST (1ULL << 50)

INLINE u64 read(const u8 *at) { return *(const u64 *)at; }
INLINE int same(const u8 *one, const u8 *other) {
  return read(one) == read(other) && read(one + 8) == read(other + 8) && read(one + 16) == read(other + 16) &&
         read(one + 24) == read(other + 24);
}

/* a * b / c, rounded down, with all 128 bits of the product. c is below 2^64, the quotient too. */
INLINE u64 multiplyAndDivide(u64 a, u64 b, u64 c) {
  u64 low = (a & 0xffffffff) * (b & 0xffffffff);
  u64 middle = (a >> 32) * (b & 0xffffffff) + (low >> 32);
  u64 other = (a & 0xffffffff) * (b >> 32) + (middle & 0xffffffff);
  u64 high = (a >> 32) * (b >> 32) + (middle >> 32) + (other >> 32);
  low = (other << 32) | (low & 0xffffffff);
  u64 rest = high % c, quotient = 0;
#pragma clang loop unroll(disable)
  for (int bit = 63; bit >= 0; bit--) {
    u64 carry = rest >> 63;
    rest = (rest << 1) | ((low >> bit) & 1);
    quotient <<= 1;
    if (carry || rest >= c) {
      rest -= c;
      quotient |= 1;
    }
  }
  return quotient;
}

/* Moves tokens; signed by the user, or by the pool. */
INLINE u64 transfer(const Account *from, const Account *to, const Account *owner, const Account *program, u64 amount, u64 signers) {
  Memory *memory = MEMORY;
  memory->infos[0] = *from;
  memory->infos[1] = *to;
  memory->infos[2] = *owner;
  memory->infos[3] = *program;
  memory->metas[0] = (Meta){from->key, 1, 0};
  memory->metas[1] = (Meta){to->key, 1, 0};
  memory->metas[2] = (Meta){owner->key, 0, 1};
  /* The Token program's instruction 3, Transfer. */
  memory->data[0] = 3;
#pragma clang loop unroll(full)
  for (int index = 0; index < 8; index++) memory->data[1 + index] = (u8)(amount >> (8 * index));
  memory->call = (Instruction){program->key, memory->metas, 3, memory->data, 9};
  return sol_invoke_signed_c(&memory->call, memory->infos, 4, &memory->signer, signers);
}

u64 entrypoint(u8 *input) {
  Memory *memory = MEMORY;
  Account *accounts = memory->accounts;
  if (read(input) != ACCOUNTS) return BAD_INPUT;
  u8 *at = input + 8;
#pragma clang loop unroll(disable)
  for (u64 index = 0; index < ACCOUNTS; index++) {
    Account *account = &accounts[index];
    u8 first = *at;
    if (first != 0xff) {
      /* The same as an earlier one. */
      if (first >= index) return BAD_INPUT;
      *account = accounts[first];
      at += 8;
      continue;
    }
    account->isSigner = at[1];
    account->isWritable = at[2];
    account->isExecutable = at[3];
    account->key = at + 8;
    account->owner = at + 40;
    account->lamports = (u64 *)(at + 72);
    account->size = read(at + 80);
    account->data = at + 88;
    at += 88 + account->size + GROWTH;
    at = (u8 *)(((u64)at + 7) & ~7ULL);
    account->rentEpoch = read(at);
    at += 8;
  }
  u64 size = read(at);
  const u8 *data = at + 8;
  const u8 *self = data + size;
  if (size != 17 || data[0] != 1) return BAD_INPUT;
  u64 amount = 0, least = 0;
#pragma clang loop unroll(full)
  for (int index = 7; index >= 0; index--) {
    amount = (amount << 8) | data[1 + index];
    least = (least << 8) | data[9 + index];
  }

  Account *user = &accounts[0], *pool = &accounts[1], *program = &accounts[6];
  Account *source = &accounts[2], *target = &accounts[3], *receiving = &accounts[4], *paying = &accounts[5];
  /* The id of this program stands at no aligned place. */
  u64 owned = 1;
#pragma clang loop unroll(disable)
  for (int index = 0; index < 32; index++) owned &= pool->owner[index] == self[index];
  if (!owned || pool->size != 152 || read(pool->data) != 0x4c4f4f5052594f46ULL) return NOT_A_POOL;
  const u8 *mints = pool->data + 8, *vaults = pool->data + 72;
  int isForward = same(receiving->key, vaults) && same(paying->key, vaults + 32);
  int isBackward = same(receiving->key, vaults + 32) && same(paying->key, vaults);
  if (!isForward && !isBackward) return NOT_ITS_ACCOUNTS;
  /* TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA */
  const u8 *id = program->key;
  if (read(id) != 0x93a165d7e1f6dd06ULL || read(id + 8) != 0xac79ebce46e1cbd9ULL || read(id + 16) != 0x91375b5fed85b41cULL ||
      read(id + 24) != 0xa900ff7e85f58c3aULL)
    return NOT_THE_TOKEN_PROGRAM;

  u64 before = read(receiving->data + 64), left = read(paying->data + 64), fee = read(pool->data + 136);
  if (amount == 0 || fee >= 10000 || amount > LARGEST || before > LARGEST - amount) return TOO_LARGE;
  u64 paid = amount * (10000 - fee);
  u64 received = multiplyAndDivide(left, paid, before * 10000 + paid);
  if (received == 0 || received < least) return TOO_LITTLE_RECEIVED;

  memory->name[0] = 'p';
  memory->name[1] = 'o';
  memory->name[2] = 'o';
  memory->name[3] = 'l';
  memory->seeds[0] = (Seed){memory->name, 4};
  memory->seeds[1] = (Seed){mints, 32};
  memory->seeds[2] = (Seed){mints + 32, 32};
  memory->seeds[3] = (Seed){pool->data + 144, 1};
  memory->signer = (Signer){memory->seeds, 4};
  u64 error = transfer(source, receiving, user, program, amount, 0);
  if (error) return error;
  return transfer(paying, target, pool, program, received, 1);
}
