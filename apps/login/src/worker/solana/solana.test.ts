import { createPublicKey, verify } from 'node:crypto'
import { signRequest } from '@foyer/decode'
import {
  decodeBase58,
  decodeBase64,
  encodeBase58,
  encodeBase64,
  looksLikeTransaction,
  parseSolanaTransaction,
} from '@foyer/decode/internal'
import {
  address,
  appendTransactionMessageInstruction,
  blockhash,
  compileTransaction,
  createTransactionMessage,
  getBase64EncodedWireTransaction,
  getTransactionDecoder,
  getTransactionEncoder,
  pipe,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
} from '@solana/kit'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { createArena } from '../keys/arena.ts'
import { ed25519PublicKey, signEd25519 } from '../keys/signEd25519.ts'
import { prepareRequest } from '../preparedRequest.ts'
import type { Signer } from '../signer.ts'

const seed = new Uint8Array(32).fill(9)
const own = { evm: `0x${'1'.repeat(40)}`, sol: encodeBase58(ed25519PublicKey(seed)) }
const other = encodeBase58(ed25519PublicKey(new Uint8Array(32).fill(8)))
const signer: Signer = {
  evm: () => {
    throw new Error('not asked')
  },
  sol: (message) => signEd25519(createArena(), { message, seed }),
}

/** A transfer as kit compiles it. */
function transfer(version: 'legacy' | 0, payer: string, signers: readonly string[] = []) {
  const message = pipe(
    createTransactionMessage({ version }),
    (m) => setTransactionMessageFeePayer(address(payer), m),
    (m) =>
      setTransactionMessageLifetimeUsingBlockhash(
        {
          blockhash: blockhash(encodeBase58(new Uint8Array(32).fill(3))),
          lastValidBlockHeight: 1n,
        },
        m,
      ),
    (m) =>
      appendTransactionMessageInstruction(
        {
          programAddress: address('11111111111111111111111111111111'),
          accounts: [payer, ...signers].map((each) => ({ address: address(each), role: 3 })),
          data: Uint8Array.of(2, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0),
        },
        m,
      ),
  )
  return compileTransaction(message as Parameters<typeof compileTransaction>[0])
}

const prepare = (request: unknown) => prepareRequest(v.parse(signRequest, request), own)
const invalid = expect.objectContaining({ code: 'params-invalid' })

describe.each(['legacy', 0] as const)('a %s transaction', (version) => {
  it('is signed in the slot of the account; kit and Node accept the signature', async () => {
    const compiled = transfer(version, other, [own.sol])
    const transaction = getBase64EncodedWireTransaction(compiled)
    const prepared = prepare({
      method: 'solana_signTransaction',
      params: { transaction, pubkey: own.sol },
    })
    const signed = (await prepared.sign(signer)) as { signature: string; transaction: string }
    const decoded = getTransactionDecoder().decode(decodeBase64(signed.transaction))
    expect(decoded.messageBytes).toEqual(compiled.messageBytes)
    expect(Object.keys(decoded.signatures)).toEqual([other, own.sol])
    expect(decoded.signatures[address(other)]).toBeNull()
    const signature = decoded.signatures[address(own.sol)]!
    expect(encodeBase58(Uint8Array.from(signature))).toBe(signed.signature)
    const x = Buffer.from(decodeBase58(own.sol)).toString('base64url')
    const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })
    expect(
      verify(null, Uint8Array.from(decoded.messageBytes), key, Uint8Array.from(signature)),
    ).toBe(true)
  })

  it('[T32] error: is refused as a message, whole or in part, or with bytes appended', () => {
    const compiled = transfer(version, own.sol)
    const message = Uint8Array.from(compiled.messageBytes)
    const whole = Uint8Array.from(getTransactionEncoder().encode(compiled))
    for (const bytes of [message, whole, Uint8Array.from([...message, 0])]) {
      expect(looksLikeTransaction(bytes)).toBe(true)
      const params = { message: encodeBase58(bytes), pubkey: own.sol }
      expect(() => prepare({ method: 'solana_signMessage', params })).toThrow(invalid)
    }
  })

  it('error: is refused when it needs no signature of the account, is truncated or has bytes appended', () => {
    const foreign = getBase64EncodedWireTransaction(transfer(version, other))
    const mine = decodeBase64(getBase64EncodedWireTransaction(transfer(version, own.sol)))
    const bad = [
      foreign,
      encodeBase64(mine.slice(0, -1)),
      encodeBase64(Uint8Array.from([...mine, 0])),
    ]
    for (const transaction of bad)
      expect(() =>
        prepare({ method: 'solana_signTransaction', params: { transaction, pubkey: own.sol } }),
      ).toThrow(invalid)
  })
})

it('gives several transactions one digest that covers each of them in order', async () => {
  const [one, two] = [transfer(0, own.sol), transfer('legacy', own.sol)].map((each) =>
    getBase64EncodedWireTransaction(each),
  )
  const all = (transactions: unknown[]) =>
    prepare({ method: 'solana_signAllTransactions', params: { transactions, pubkey: own.sol } })
  expect(all([one, two]).digest).not.toBe(all([two, one]).digest)
  expect(all([one, two]).digest).not.toBe(all([one]).digest)
  const { transactions } = (await all([one, two]).sign(signer)) as { transactions: string[] }
  expect(
    transactions.map((text) => parseSolanaTransaction(decodeBase64(text)).message.version),
  ).toEqual([0, 'legacy'])
})

it('signs a readable message, and refuses one of another account', async () => {
  const message = encodeBase58(new TextEncoder().encode('Sign in to Foyer'))
  const prepared = prepare({ method: 'solana_signMessage', params: { message, pubkey: own.sol } })
  expect(
    decodeBase58(((await prepared.sign(signer)) as { signature: string }).signature),
  ).toHaveLength(64)
  expect(() =>
    prepare({ method: 'solana_signMessage', params: { message, pubkey: other } }),
  ).toThrow(expect.objectContaining({ code: 'unauthorized' }))
})
