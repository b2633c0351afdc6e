import fc from 'fast-check'
import { alice, inputOf, mallory } from './decode.test.kit.ts'
import { toHex } from './evm/hex.ts'
import { decodeBase58, encodeBase58 } from './solana/base58.ts'
import { encodeBase64 } from './solana/base64.ts'

export { alice }

import type { ApprovalInput } from './approvalInput.ts'
import { bundleFunctions } from './evm/bundleFunctions.ts'
import { paymentFunctions } from './evm/paymentFunctions.ts'
import { permit2Functions } from './evm/permit2Functions.ts'
import { safeFunctions } from './evm/safeFunctions.ts'
import { swapFunctions } from './evm/swapFunctions.ts'
import { tokenFunctions } from './evm/tokenFunctions.ts'
import { programs } from './solana/solanaPrograms.ts'

const solAccount = 'oeYf6KAJkLYhBuR8CiGc6L4D4Xtfepr85fuDgA9kq96'
const solNetwork = { id: 'solana:x', name: 'Solana', symbol: 'SOL', decimals: 9 }
const onSolana = { account: solAccount, network: solNetwork }

const bytes = (maxLength: number) => fc.uint8Array({ maxLength })
const words = fc.array(
  fc.oneof(
    // Offsets and lengths as in encodings, addresses, and random data.
    fc.nat(40).map((count) => (count * 32).toString(16).padStart(64, '0')),
    fc.nat(9).map((count) => count.toString(16).padStart(64, '0')),
    fc.constant(mallory.slice(2).toLowerCase().padStart(64, '0')),
    fc.uint8Array({ minLength: 32, maxLength: 32 }).map((word) => toHex(word).slice(2)),
  ),
  { maxLength: 40 },
)
const selectors = Object.keys({
  ...tokenFunctions,
  ...permit2Functions,
  ...bundleFunctions,
  ...safeFunctions,
  ...paymentFunctions,
  ...swapFunctions,
})
/** Data that begins like a known call, and continues like an encoding or at random. */
const callData = fc.oneof(
  fc.tuple(fc.constantFrom(...selectors), words).map(([head, tail]) => head + tail.join('')),
  fc
    .tuple(fc.constantFrom(...selectors), bytes(300))
    .map(([head, tail]) => head + toHex(tail).slice(2)),
  bytes(64).map(toHex),
)
const target = fc.constantFrom(
  alice,
  mallory,
  '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
  '0x000000000022D473030F116dDEE9F6B43aC78BA3',
  '0xcA11bde05977b3631167028862bE2a173976CA11',
  '0x0000000071727De22E5E9d8BAf0edAc6f37da032',
  '0x7a250d5630B4cF539739dF2C5dAcb4c659F2488D',
)

const lines = fc.constantFrom(
  '',
  'Hello',
  'URI: https://shop.example',
  'Version: 1',
  'Chain ID: 1',
  'Nonce: abcdefgh',
  'Issued At: 2026-11-21T12:00:00Z',
  'Expiration Time: never',
  'Resources:',
  '- https://shop.example',
  '\u202e\u200b',
  '😀\ufe0f',
)
const text = fc.oneof(
  fc
    .array(fc.nat(0x10ffff), { maxLength: 60 })
    .map((codes) => codes.map((code) => String.fromCodePoint(code)).join('')),
  fc
    .tuple(fc.constantFrom('shop.example', 'bank.example', ''), fc.array(lines, { maxLength: 12 }))
    .map(
      ([site, list]) =>
        `${site} wants you to sign in with your Ethereum account:\n${alice}\n\n${list.join('\n')}`,
    ),
)
const hostileMessage = fc
  .oneof(
    bytes(200),
    text.map((one) => new TextEncoder().encode(one)),
  )
  .chain((message) =>
    fc.constantFrom(
      inputOf({ method: 'personal_sign', params: [toHex(message), alice] }),
      inputOf(
        {
          method: 'solana_signMessage',
          params: { message: encodeBase58(message), pubkey: solAccount },
        },
        onSolana,
      ),
    ),
  )

const hostileCalls = fc
  .array(
    fc.tuple(fc.option(target, { nil: undefined }), callData, fc.bigInt(0n, 2n ** 256n - 1n)),
    {
      minLength: 1,
      maxLength: 3,
    },
  )
  .map((calls) =>
    inputOf({
      method: 'wallet_sendCalls',
      chainId: '0x1',
      params: [
        {
          from: alice,
          calls: calls.map(([to, data, value]) => ({
            ...(to === undefined ? {} : { to }),
            data,
            value: `0x${value.toString(16)}`,
          })),
        },
      ],
    }),
  )

const typeName = fc.constantFrom(
  'address',
  'uint256',
  'uint160',
  'uint48',
  'bytes',
  'bytes32',
  'bool',
  'string',
  'PermitDetails',
  'TokenPermissions[]',
  'OfferItem[]',
  'Odd',
  'Odd[]',
)
const fieldName = fc.constantFrom(
  'owner',
  'spender',
  'value',
  'nonce',
  'deadline',
  'details',
  'permitted',
  'offer',
  'to',
  'data',
  '__proto__',
  'constructor',
  'toString',
)
const primaryType = fc.constantFrom(
  'Permit',
  'PermitSingle',
  'PermitBatch',
  'PermitTransferFrom',
  'OrderComponents',
  'Order',
  'SafeTx',
  'PackedUserOperation',
  'Odd',
  '__proto__',
  'toString',
)
const odd = fc.oneof(
  fc.constantFrom(alice, 0, '0', '0x', 1e300, -1, true, null, 'text\u202e', [], {}),
  fc.string(),
  fc.jsonValue(),
)
const hostileTyped = fc
  .record({
    primary: primaryType,
    shape: fc.array(fc.record({ name: fieldName, type: typeName }), { maxLength: 8 }),
    values: fc.dictionary(fieldName, odd),
    fit: fc.boolean(),
    domain: fc.record(
      {
        name: odd,
        version: odd,
        chainId: fc.constantFrom(1, '1', '0x1', 5),
        verifyingContract: fc.oneof(target, odd),
      },
      { requiredKeys: [] },
    ),
  })
  .map(({ domain, fit, primary, shape, values }) => {
    const unique = [...new Map(shape.map((field) => [field.name, field])).values()]
    const simple: Readonly<Record<string, unknown>> = {
      address: mallory,
      bytes: '0x1234',
      bytes32: `0x${'ab'.repeat(32)}`,
      bool: true,
      string: 'text',
    }
    const fitting = unique.map(({ name, type }) => ({
      name,
      type: type in simple ? type : 'uint48',
    }))
    const message = Object.fromEntries(fitting.map(({ name, type }) => [name, simple[type] ?? 7]))
    return inputOf({
      method: 'eth_signTypedData_v4',
      chainId: '0x1',
      params: [
        alice,
        {
          types: { [primary]: fit ? fitting : unique, Odd: [{ name: 'of', type: 'Odd[]' }] },
          primaryType: primary,
          domain: fit ? { chainId: 1, verifyingContract: mallory } : domain,
          message: fit ? message : values,
        },
      ],
    })
  })

/** Instructions of every supported program, inside a well-formed message. */
const programKeys = Object.values(programs).map(decodeBase58)
const ownKey = decodeBase58(solAccount)
const hostileTransaction = fc
  .record({
    version: fc.boolean(),
    others: fc.nat(3),
    cosigner: fc.boolean(),
    instructions: fc.array(
      fc.record({
        program: fc.nat(Object.keys(programs).length - 1),
        kind: fc.nat(40),
        wide: fc.boolean(),
        accounts: fc.uint8Array({ max: 16, maxLength: 8 }),
        data: bytes(48),
      }),
      { maxLength: 4 },
    ),
    spoil: fc.option(fc.tuple(fc.nat(600), fc.nat(255)), { nil: undefined, freq: 4 }),
  })
  .map(({ cosigner, instructions, others, spoil, version }) => {
    const people = Array.from({ length: others + 1 }, (_, index) =>
      new Uint8Array(32).fill(index + 1),
    )
    const keys = [ownKey, ...people, ...programKeys]
    const required = cosigner ? 2 : 1
    const message = [
      ...(version ? [0x80] : []),
      ...[
        required,
        0,
        0,
        keys.length,
        ...keys.flatMap((key) => [...key]),
        ...new Array<number>(32).fill(3),
      ],
      instructions.length,
      ...instructions.flatMap(({ accounts, data, kind, program, wide }) => {
        const whole = [kind, ...(wide ? [0, 0, 0] : []), ...data]
        return [1 + people.length + program, accounts.length, ...accounts, whole.length, ...whole]
      }),
      ...(version ? [1, ...new Array<number>(32).fill(8), 1, 0, 2, 1, 2] : []),
    ]
    const whole = Uint8Array.from([
      required,
      ...new Array<number>(64 * required).fill(0),
      ...message,
    ])
    if (spoil) whole[spoil[0] % whole.length] = spoil[1]
    return inputOf(
      {
        method: 'solana_signTransaction',
        params: { transaction: encodeBase64(whole), pubkey: solAccount },
      },
      onSolana,
    )
  })

/** Requests as an attacker would send them, by the code that reads them. Also used by bench. */
export const hostileInputs: Readonly<Record<string, fc.Arbitrary<ApprovalInput>>> = {
  messages: hostileMessage,
  calls: hostileCalls,
  'typed data': hostileTyped,
  'Solana transactions': hostileTransaction,
}
