import { type EvmChain, startEvm } from '@foyer/devnet'
import type { ChainId } from '@foyer/protocol'
import {
  formatRecap,
  formatSignIn,
  parseSignIn,
  recapSentence,
  type SignInMessage,
} from '@foyer/protocol/signIn'
import { ed25519 } from '@noble/curves/ed25519.js'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { base58 } from '@scure/base'
import { secretFromSeed, sign as signSr25519 } from '@scure/sr25519'
import { createSignInMessage, verifySignIn as verifySiws } from '@solana/wallet-standard-util'
import { SiweMessage } from 'siwe'
import {
  concatHex,
  createPublicClient,
  encodeAbiParameters,
  getContractAddress,
  type Hex,
  http,
  keccak256,
} from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { createSiweMessage, generateSiweNonce, verifySiweMessage } from 'viem/siwe'
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { verifySignature } from './verifySignature.ts'
import { verifySignIn } from './verifySignIn.ts'

const now = Date.parse('2026-11-21T12:00:00Z')
const user = privateKeyToAccount(generatePrivateKey())
const asked = {
  domain: 'app.example',
  origin: 'https://app.example',
  nonce: 'k3Jf92hQ01',
  chains: ['eip155:31337'],
  now,
} as const
const message = {
  domain: 'app.example',
  address: user.address,
  chainId: 'eip155:31337',
  uri: 'https://app.example/login',
  version: '1',
  nonce: asked.nonce,
  issuedAt: '2026-11-21T12:00:00.000Z',
  statement: 'Sign in to Example.',
  expirationTime: '2026-11-21T12:10:00.000Z',
} as const satisfies SignInMessage
const signed = async (change: Partial<SignInMessage> = {}) => {
  const text = formatSignIn({ ...message, ...change })
  return { message: text, signature: await user.signMessage({ message: text }) }
}

let chain: EvmChain
beforeAll(async () => {
  chain = await startEvm({ chainId: 31337, port: 0 })
})
afterAll(() => chain.stop())
const client = () => createPublicClient({ transport: http(chain.url) })

describe('a sign-in', () => {
  it('is accepted with all that was asked for', async () => {
    expect(await verifySignIn(await signed(), asked)).toEqual(message)
  })

  it.each<[string, Partial<SignInMessage>]>([
    ['of another domain', { domain: 'evil.example' }],
    ['of the same domain with another port', { domain: 'app.example:8443' }],
    ['with another scheme', { scheme: 'http' }],
    ['with the URI of another site', { uri: 'https://evil.example/login' }],
    ['with a URI of the same host without TLS', { uri: 'http://app.example/login' }],
    ['with a URI that starts alike', { uri: 'https://app.example.evil.example/' }],
    ['with another nonce', { nonce: 'k3Jf92hQ02' }],
    ['for another network', { chainId: 'eip155:1' }],
    ['issued later', { issuedAt: '2026-11-21T12:01:01Z' }],
    ['that has expired', { expirationTime: '2026-11-21T12:00:00Z' }],
    ['that is not valid yet', { notBefore: '2026-11-21T12:01:01Z' }],
    ['without the request id', { requestId: undefined }],
    ['for another account', { address: '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2' }],
  ])('error: %s is refused', async (name, change) => {
    const options = name.includes('request id') ? { ...asked, requestId: 'r-1' } : asked
    await expect(verifySignIn(await signed(change), options)).rejects.toMatchObject({
      code: 'unauthorized',
    })
  })

  it('error: is refused when one byte of its text or signature is another', async () => {
    const { message: text, signature } = await signed()
    const refuse = (answer: { message: string; signature: string }) =>
      expect(verifySignIn(answer, asked)).rejects.toMatchObject({ code: 'unauthorized' })
    await refuse({ message: text.replace('Sign in', 'Log in'), signature })
    await refuse({ message: text, signature: signature.replace(/.{4}$/, 'ff1b') })
    await refuse({ message: text, signature: '0x' })
    await refuse({ message: text, signature: 'no hex' })
    const wrong = text.replace(
      user.address,
      user.address.replace(/[a-f]/, (one) => one.toUpperCase()),
    )
    if (wrong !== text)
      await refuse({ message: wrong, signature: await user.signMessage({ message: wrong }) })
  })

  it('delegates rights by a ReCap only with its sentence', async () => {
    const recap = { 'https://app.example': { 'read/mail': [{}] } }
    const resources = [formatRecap(recap)]
    const statement = `Sign in. ${recapSentence(recap)}`
    const result = await verifySignIn(await signed({ resources, statement }), asked)
    expect(result.resources).toEqual(resources)
    await expect(verifySignIn(await signed({ resources }), asked)).rejects.toMatchObject({
      code: 'unauthorized',
    })
  })
})

describe('with other libraries', () => {
  it('siwe accepts our message, and we accept its', async () => {
    const { message: text, signature } = await signed({
      requestId: 'r-1',
      resources: ['https://a.example/b'],
    })
    const { success } = await new SiweMessage(text).verify({
      signature,
      domain: asked.domain,
      nonce: asked.nonce,
      time: new Date(now).toISOString(),
    })
    expect(success).toBe(true)
    const theirs = new SiweMessage({ ...message, chainId: 31337 }).prepareMessage()
    expect(theirs).toBe(formatSignIn(message))
    const answer = { message: theirs, signature: await user.signMessage({ message: theirs }) }
    expect(await verifySignIn(answer, asked)).toEqual(message)
  })

  it('viem accepts our message, and we accept its', async () => {
    const { message: text, signature } = await signed()
    const viem = {
      message: text,
      signature,
      domain: asked.domain,
      nonce: asked.nonce,
      time: new Date(now),
    }
    expect(await verifySiweMessage(client(), viem)).toBe(true)
    expect(await verifySiweMessage(client(), { ...viem, domain: 'evil.example' })).toBe(false)
    const nonce = generateSiweNonce()
    const theirs = createSiweMessage({
      ...{ domain: asked.domain, address: user.address, uri: message.uri, version: '1' },
      ...{ chainId: 31337, nonce, issuedAt: new Date(now), scheme: 'https' },
    })
    const answer = { message: theirs, signature: await user.signMessage({ message: theirs }) }
    expect((await verifySignIn(answer, { ...asked, nonce })).address).toBe(user.address)
  })

  it('the reference code of Sign In With Solana accepts our message, and we accept its', async () => {
    const secret = ed25519.utils.randomSecretKey()
    const publicKey = ed25519.getPublicKey(secret)
    const chainId = 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1' as ChainId
    const own = { ...message, chainId, address: base58.encode(publicKey) }
    const input = { ...own, chainId: 'devnet', resources: [] }
    const { resources: _, ...plain } = input
    const theirs = new TextDecoder().decode(createSignInMessage(plain))
    expect(theirs).toBe(formatSignIn(own))
    const bytes = utf8ToBytes(theirs)
    const signature = ed25519.sign(bytes, secret)
    const account = { address: own.address, publicKey, chains: [], features: [] } as const
    expect(verifySiws(plain, { account, signature, signedMessage: bytes })).toBe(true)
    const answer = { message: theirs, signature: base58.encode(signature) }
    expect(await verifySignIn(answer, { ...asked, chains: [chainId] })).toEqual(own)
    const other = { message: theirs, signature: base58.encode(signature.map((one) => one ^ 1)) }
    await expect(verifySignIn(other, { ...asked, chains: [chainId] })).rejects.toMatchObject({
      code: 'unauthorized',
    })
  })
})

describe('a smart account', () => {
  /** Accepts ECDSA signatures of the user's key. */
  const code = concatHex([
    '0x60043560005260a43560001a6020526064356040526084356060526020600060806000',
    '0x60015afa50600051',
    '0x73',
    user.address,
    '0x14631626ba7e60e01b0260005260206000f3',
  ])
  const size = (code.length - 2) / 2
  const initCode = concatHex([`0x60${size.toString(16)}80600b6000396000f3`, code])
  const salt = keccak256('0x01')
  const factory = '0x4e59b44847b379578588920cA78FbF26c0B4956C'
  const address = getContractAddress({ opcode: 'CREATE2', from: factory, salt, bytecode: initCode })
  const sign = async () => {
    const text = formatSignIn({ ...message, address })
    return { message: text, signature: await user.signMessage({ message: text }) }
  }
  const undeployed = (signature: Hex): Hex =>
    concatHex([
      encodeAbiParameters(
        [{ type: 'address' }, { type: 'bytes' }, { type: 'bytes' }],
        [factory, concatHex([salt, initCode]), signature],
      ),
      `0x${'6492'.repeat(16)}`,
    ])

  it('signs in before it is deployed (ERC-6492) and after (ERC-1271)', async () => {
    const clients = { 'eip155:31337': client() }
    const answer = await sign()
    const early = { ...answer, signature: undeployed(answer.signature) }
    expect((await verifySignIn(early, { ...asked, clients })).address).toBe(address)
    await expect(verifySignIn(answer, { ...asked, clients })).rejects.toMatchObject({
      code: 'unauthorized',
    })
    const { url } = chain
    const rpc = (method: string, params: unknown[]) =>
      fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
      })
    await rpc('anvil_setCode', [address, code])
    expect((await verifySignIn(answer, { ...asked, clients })).address).toBe(address)
    const others = privateKeyToAccount(generatePrivateKey())
    const forged = { ...answer, signature: await others.signMessage({ message: answer.message }) }
    await expect(verifySignIn(forged, { ...asked, clients })).rejects.toMatchObject({
      code: 'unauthorized',
    })
  })

  it('error: says so when no client can verify it, and when the node does not answer', async () => {
    const answer = await sign()
    const early = { ...answer, signature: undeployed(answer.signature) }
    await expect(verifySignIn(early, asked)).rejects.toMatchObject({
      code: 'smart-accounts-unsupported',
    })
    const dead = createPublicClient({
      transport: http('http://127.0.0.1:1', { retryCount: 0 }),
    })
    await expect(
      verifySignIn(early, { ...asked, clients: { 'eip155:31337': dead } }),
    ).rejects.toMatchObject({ code: 'rpc-failed' })
  })
})

test.each([
  [
    'bc1q9vza2e8x573nczrlzms0wvx3gsqjx7vavgkx0l',
    '',
    'AkcwRAIgM2gBAQqvZX15ZiysmKmQpDrG83avLIT492QBzLnQIxYCIBaTpOaD20qRlEylyxFSeEA2ba9YOixpX8z46TSDtS40ASECx/EgAxlkQpQ9hYjgGu6EBCPMVPwVIVJqO4XCsMvViHI=',
  ],
  [
    'bc1q9vza2e8x573nczrlzms0wvx3gsqjx7vavgkx0l',
    '',
    'AkgwRQIhAPkJ1Q4oYS0htvyuSFHLxRQpFAY56b70UvE7Dxazen0ZAiAtZfFz1S6T6I23MWI2lK/pcNTWncuyL8UL+oMdydVgzAEhAsfxIAMZZEKUPYWI4BruhAQjzFT8FSFSajuFwrDL1Yhy',
  ],
  [
    'bc1q9vza2e8x573nczrlzms0wvx3gsqjx7vavgkx0l',
    'Hello World',
    'AkcwRAIgZRfIY3p7/DoVTty6YZbWS71bc5Vct9p9Fia83eRmw2QCICK/ENGfwLtptFluMGs2KsqoNSk89pO7F29zJLUx9a/sASECx/EgAxlkQpQ9hYjgGu6EBCPMVPwVIVJqO4XCsMvViHI=',
  ],
  [
    'bc1q9vza2e8x573nczrlzms0wvx3gsqjx7vavgkx0l',
    'Hello World',
    'AkgwRQIhAOzyynlqt93lOKJr+wmmxIens//zPzl9tqIOua93wO6MAiBi5n5EyAcPScOjf1lAqIUIQtr3zKNeavYabHyR8eGhowEhAsfxIAMZZEKUPYWI4BruhAQjzFT8FSFSajuFwrDL1Yhy',
  ],
  [
    'bc1ppv609nr0vr25u07u95waq5lucwfm6tde4nydujnu8npg4q75mr5sxq8lt3',
    'Hello World',
    'AUHd69PrJQEv+oKTfZ8l+WROBHuy9HKrbFCJu7U1iK2iiEy1vMU5EfMtjc+VSHM7aU0SDbak5IUZRVno2P5mjSafAQ==',
  ],
  [
    '3HSVzEhCFuH9Z3wvoWTexy7BMVVp3PjS6f',
    'Hello World',
    'AkgwRQIhAMd2wZSY3x0V9Kr/NClochoTXcgDaGl3OObOR17yx3QQAiBVWxqNSS+CKen7bmJTG6YfJjsggQ4Fa2RHKgBKrdQQ+gEhAxa5UDdQCHSQHfKQv14ybcYm1C9y6b12xAuukWzSnS+w',
  ],
])(
  'accepts the published BIP-322 signature of %s for %j, and nothing else',
  async (address, text, signature) => {
    const chainId = 'bip122:000000000019d6689c085ae165831e93'
    const one = { message: { ...message, address, chainId } as SignInMessage, signature, text }
    expect(await verifySignature(one)).toBe(true)
    expect(await verifySignature({ ...one, text: `${text}.` })).toBe(false)
    const test = 'bip122:000000000933ea01ad0ee984209779ba' as ChainId
    expect(await verifySignature({ ...one, message: { ...one.message, chainId: test } })).toBe(
      false,
    )
    const other = { ...one.message, address: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4' }
    expect(await verifySignature({ ...one, message: other })).toBe(false)
    for (const wrong of ['', 'AA==', 'AkcwRAIg', signature.replace('A', 'B')])
      expect(await verifySignature({ ...one, signature: wrong })).toBe(false)
  },
)

test('accepts the signature of a Tron account (TIP-191), and of no other', async () => {
  // A key and its address in the documentation of Tron.
  const key = hexToBytes('da146374a75310b9666e834ee4ad0866d6f4035967bfc76217c5a495fff9f0d0')
  const own = {
    ...message,
    chainId: 'tron:0x2b6653dc',
    address: 'TPL66VK2gCXNCD7EJg9pgJRfqcRazjhUZY',
  } as const
  const text = formatSignIn(own)
  const bytes = utf8ToBytes(`\x19TRON Signed Message:\n${text.length}${text}`)
  const [recovery = 0, ...rest] = secp256k1.sign(keccak_256(bytes), key, {
    prehash: false,
    format: 'recovered',
  })
  const signature = `0x${bytesToHex(Uint8Array.from([...rest, recovery + 27]))}`
  const options = { ...asked, chains: ['tron:0x2b6653dc'] } as const
  expect(await verifySignIn({ message: text, signature }, options)).toEqual(own)
  const other = text.replace(own.address, 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t')
  await expect(verifySignIn({ message: other, signature }, options)).rejects.toMatchObject({
    code: 'unauthorized',
  })
})

test('accepts the sr25519 signature of a Polkadot account, wrapped or not, and of no other', async () => {
  // The development account Alice.
  const secret = secretFromSeed(
    hexToBytes('e5be9a5092b81bca64be81d212e7f2f9eba183bb7a90954f7b76361f6edb5c0a'),
  )
  const address = '5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQY'
  const chainId = 'polkadot:91b171bb158e2d3848fa23a9f1c25182'
  const own = { ...message, chainId, address } as const
  const text = formatSignIn(own)
  const options = { ...asked, chains: [chainId] } as const
  const verify = (address: string, bytes: Uint8Array) => {
    const given = text.replace(own.address, address)
    return verifySignIn({ message: given, signature: `0x${bytesToHex(bytes)}` }, options)
  }
  const signature = signSr25519(secret, utf8ToBytes(`<Bytes>${text}</Bytes>`))
  expect(await verify(address, signature)).toEqual(own)
  expect(await verify(address, Uint8Array.from([1, ...signature]))).toEqual(own)
  expect(await verify(address, signSr25519(secret, utf8ToBytes(text)))).toEqual(own)
  const bob = '5FHneW46xGXgs5mUiveU4sbTyGBzmstUspZC92UhjJM694ty'
  await expect(verify(bob, signature)).rejects.toMatchObject({ code: 'unauthorized' })
  const mistyped = address.replace(/Y$/, 'X')
  await expect(verify(mistyped, signature)).rejects.toMatchObject({ code: 'unauthorized' })
})

test('parseSignIn reads what verifySignIn accepts', async () => {
  expect(parseSignIn((await signed()).message)).toEqual(message)
})
