import { randomBytes } from 'node:crypto'
import {
  deploySigner,
  type EvmChain,
  farcasterUser,
  registerFid,
  signSiwf,
  startEvm,
} from '@foyer/devnet'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { HttpError } from '../http/httpError.ts'
import { createVerifySiwf, type FarcasterChain } from './createVerifySiwf.ts'

const nonce = 'n0nce0000001'
const loginOrigin = 'https://id.example:8443'
const params = { domain: 'id.example:8443', siweUri: `${loginOrigin}/`, nonce }
const nowMs = 1_800_000_000_000
let chain: EvmChain
beforeAll(async () => {
  chain = await startEvm({ chainId: 31337, port: 0 })
})
afterAll(() => chain?.stop())

const newUser = () => farcasterUser(`u${randomBytes(6).toString('hex')}`)
const verifier = (more: Partial<FarcasterChain> = {}) =>
  createVerifySiwf({
    chain: { rpcUrl: chain.url, chainId: 31337, ...more },
    loginOrigin,
    now: () => nowMs,
  })
const outcome = (running: Promise<{ fid: string }>) =>
  running.then(
    ({ fid }) => fid,
    (error: HttpError) => error.code,
  )

test('returns the id of its custody address; the next owner’s after a transfer', async () => {
  const [first, second] = [newUser(), newUser()]
  const signed = await signSiwf({ user: first, params, nowMs })
  const verify = verifier()
  expect(await outcome(verify(signed, { nonce }))).toBe('evidence-required')
  await registerFid(chain.url, { fid: first.fid, custody: first.custody.address })
  expect(await outcome(verify(signed, { nonce }))).toBe(String(first.fid))
  await registerFid(chain.url, { fid: second.fid, custody: first.custody.address })
  expect(await outcome(verify(signed, { nonce }))).toBe('evidence-required')
})

test('accepts an app’s key only where the operator allows it, and while it is registered', async () => {
  const user = newUser()
  await registerFid(chain.url, { fid: user.fid, custody: user.custody.address })
  const signed = await signSiwf({ user, params, nowMs, wrong: 'auth-address' })
  const allowing = verifier({ acceptAuthAddress: true })
  expect(await outcome(allowing(signed, { nonce }))).toBe('evidence-required')
  const auth = user.auth.address
  await registerFid(chain.url, { fid: user.fid, custody: user.custody.address, auth })
  expect(await outcome(allowing(signed, { nonce }))).toBe(String(user.fid))
  expect(await outcome(verifier()(signed, { nonce }))).toBe('evidence-required')
})

test('accepts a contract that owns the id, by its own check (ERC-1271)', async () => {
  const user = newUser()
  const address = await deploySigner(chain.url, user.custody.address)
  await registerFid(chain.url, { fid: user.fid, custody: address })
  const custody = { ...user.custody, address }
  const signed = await signSiwf({ user: { ...user, custody }, params, nowMs })
  expect(await outcome(verifier()(signed, { nonce }))).toBe(String(user.fid))
  const foreign = {
    ...signed,
    signature: (await signSiwf({ user: newUser(), params, nowMs })).signature,
  }
  expect(await outcome(verifier()(foreign, { nonce }))).toBe('evidence-required')
})

test('can not decide without the node, with a node of another chain, or where there is no registry', async () => {
  const user = newUser()
  const signed = await signSiwf({ user, params, nowMs })
  for (const more of [{ rpcUrl: 'http://127.0.0.1:1' }, { chainId: 10 }])
    expect(await outcome(verifier(more)(signed, { nonce }))).toBe('http-failed')
})
