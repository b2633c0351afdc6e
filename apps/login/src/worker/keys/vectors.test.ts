import {
  createHmac,
  createPrivateKey,
  createPublicKey,
  sign as nodeSign,
  pbkdf2Sync,
  verify,
} from 'node:crypto'
import { HDKey } from '@scure/bip32'
import { entropyToMnemonic, mnemonicToEntropy } from '@scure/bip39'
import { wordlist } from '@scure/bip39/wordlists/english.js'
import { createKeyPairSignerFromPrivateKeyBytes } from '@solana/kit'
import fc from 'fast-check'
import { hdKeyToAccount, mnemonicToAccount, HDKey as ViemHDKey } from 'viem/accounts'
import { describe, expect, it } from 'vitest'
import { addressesOf, entropySeed } from './addressesOf.ts'
import { createArena } from './arena.ts'
import { deriveEd25519 } from './deriveEd25519.ts'
import { deriveSecp256k1, evmPath } from './deriveSecp256k1.ts'
import { mnemonicBytes } from './mnemonicBytes.ts'
import { mnemonicSeed } from './mnemonicSeed.ts'
import { ed25519PublicKey, signEd25519 } from './signEd25519.ts'

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')
const bytes = (text: string) => Uint8Array.from(Buffer.from(text, 'hex'))
const bytesOf = (length: number) =>
  fc.uint8Array({ minLength: length, maxLength: length }).map((drawn) => Uint8Array.from(drawn))
const text = (value: Uint8Array) => new TextDecoder().decode(value)

/** @source https://github.com/trezor/python-mnemonic/blob/master/vectors.json (sentences; seeds there have a passphrase) */
const sentences: readonly [entropy: string, sentence: string][] = [
  [
    '00000000000000000000000000000000',
    'abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon about',
  ],
  [
    '7f7f7f7f7f7f7f7f7f7f7f7f7f7f7f7f',
    'legal winner thank year wave sausage worth useful legal winner thank yellow',
  ],
  [
    '80808080808080808080808080808080',
    'letter advice cage absurd amount doctor acoustic avoid letter advice cage above',
  ],
  ['ffffffffffffffffffffffffffffffff', 'zoo zoo zoo zoo zoo zoo zoo zoo zoo zoo zoo wrong'],
  [
    '9e885d952ad362caeb4efe34a8e91bd2',
    'ozone drill grab fiber curtain grace pudding thank cruise elder eight picnic',
  ],
  [
    'f585c11aec520db57dd353c69554b21a89b20fb0650966fa0a9d6f74fd989d8f',
    'void come effort suffer camp survey warrior heavy shoot primary clutch crush open amazing screen patrol group space point ten exist slush involve unfold',
  ],
]

describe('known test vectors', () => {
  it.each(sentences)('derives the BIP-39 sentence of %s', (entropy, sentence) => {
    expect(text(mnemonicBytes(createArena(), bytes(entropy)))).toBe(sentence)
  })

  it('derives the BIP-39 seed of the well-known test sentence', () => {
    const seed = mnemonicSeed(createArena(), mnemonicBytes(createArena(), new Uint8Array(16)))
    expect(hex(seed)).toBe(
      '5eb00bbddcf069084889a8ab9155568165f5c453ccb85e70811aaed6f6da5fc19a5ac40b389cd370d086206dec8aa6c43daea6690f20ad3d8d48b2d2ce9e38e4',
    )
  })

  // @source BIP-32 test vector 1
  it.each([
    [[], 'e8f32e723decf4051aefac8e2c93c9c5b214313817cdb01a1494b917c8436b35'],
    [[0x80000000], 'edb2e14f9ee77d26dd93b4ecede8d16ed408ce149b6cd80b0715a2d911a0afea'],
    [[0x80000000, 1], '3c6cb8d0f6a264c91ea8b5030fadaa8e538b020f0a387421a12de9319dc93368'],
    [
      [0x80000000, 1, 0x80000002, 2, 1000000000],
      '471b76e389e528d6de6d816857e012c5455051cad6660850e58372a6c3e6e7c8',
    ],
  ])('derives the BIP-32 key at %j', (path, key) => {
    const seed = bytes('000102030405060708090a0b0c0d0e0f')
    expect(hex(deriveSecp256k1(createArena(), { seed, path }))).toBe(key)
  })

  // @source SLIP-10 "Test vector 1 for ed25519"
  it.each([
    [[], '2b4be7f19ee27bbf30c667b642d5f4aa69fd169872f8fc3059c08ebae2eb19e7'],
    [[0], '68e0fe46dfb67e368c75379acec591dad19df3cde26e63b93a8e704f1dade7a3'],
    [[0, 1], 'b1d0bad404bf35da785a64ca1ac54b2617211d2777696fbffaf208f746ae84f2'],
    [[0, 1, 2, 2, 1000000000], '8f94d394a8e8fd6b1bc2f3f49f5c47e385281d5c17e65324b0f62483e37e8793'],
  ])('derives the SLIP-10 key at %j', (path, key) => {
    const seed = bytes('000102030405060708090a0b0c0d0e0f')
    expect(hex(deriveEd25519(createArena(), { seed, path }))).toBe(key)
  })

  it('derives the address 0xf39F…2266 for the sentence "test … junk"', () => {
    const entropy = mnemonicToEntropy(
      'test test test test test test test test test test test junk',
      wordlist,
    )
    const arena = createArena()
    expect(addressesOf(arena, entropySeed(arena, entropy)).evm).toBe(
      '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
    )
  })

  it.each(sentences)(
    'derives the same address as viem for the sentence of %s',
    (entropy, sentence) => {
      const arena = createArena()
      const { evm } = addressesOf(arena, entropySeed(arena, bytes(entropy)))
      expect(evm).toBe(mnemonicToAccount(sentence).address)
    },
  )
})

/** The private key at m/44'/501'/0'/0', by Node's HMAC. @source SLIP-10 for ed25519 */
function nodeSolanaKey(seed: Uint8Array): Uint8Array<ArrayBuffer> {
  let node = createHmac('sha512', 'ed25519 seed').update(seed).digest()
  for (const index of ['8000002c', '800001f5', '80000000', '80000000'])
    node = createHmac('sha512', node.subarray(32))
      .update(Buffer.concat([Buffer.alloc(1), node.subarray(0, 32), Buffer.from(index, 'hex')]))
      .digest()
  return Uint8Array.from(node.subarray(0, 32))
}

describe('compared to other libraries', () => {
  it('[T116] derives the same addresses as viem and a second library for 1,000 random entropies', async () => {
    const check = async (entropy: Uint8Array<ArrayBuffer>) => {
      const arena = createArena()
      const found = addressesOf(arena, entropySeed(arena, entropy))
      const exported = text(mnemonicBytes(createArena(), entropy))
      expect(exported).toBe(entropyToMnemonic(entropy, wordlist))
      // Node derives the seed many times faster than viem's mnemonicToAccount.
      const seed = Uint8Array.from(pbkdf2Sync(exported, 'mnemonic', 2048, 64, 'sha512'))
      expect(found.evm).toBe(hdKeyToAccount(ViemHDKey.fromMasterSeed(seed)).address)
      const second = HDKey.fromMasterSeed(seed).derive("m/44'/60'/0'/0/0").privateKey!
      expect(hex(deriveSecp256k1(createArena(), { seed, path: evmPath }))).toBe(hex(second))
      const signer = await createKeyPairSignerFromPrivateKeyBytes(nodeSolanaKey(seed))
      expect(found.sol).toBe(signer.address)
    }
    await fc.assert(fc.asyncProperty(bytesOf(16), check), { numRuns: 1_000 })
  })

  it("makes the same ed25519 keys and signatures as Node's own crypto", async () => {
    const pkcs8 = Buffer.from('302e020100300506032b657004220420', 'hex')
    const check = async (seed: Uint8Array<ArrayBuffer>, message: Uint8Array<ArrayBuffer>) => {
      const key = createPrivateKey({
        key: Buffer.concat([pkcs8, seed]),
        format: 'der',
        type: 'pkcs8',
      })
      const jwk = createPublicKey(key).export({ format: 'jwk' })
      expect(Buffer.from(ed25519PublicKey(seed)).toString('base64url')).toBe(jwk.x)
      const signature = await signEd25519(createArena(), { message, seed })
      expect(hex(signature)).toBe(nodeSign(null, message, key).toString('hex'))
      expect(verify(null, message, createPublicKey(key), signature)).toBe(true)
    }
    await fc.assert(fc.asyncProperty(bytesOf(32), fc.nat(350).chain(bytesOf), check))
  })
})
