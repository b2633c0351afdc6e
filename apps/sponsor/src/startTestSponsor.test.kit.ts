import { createHash, randomBytes } from 'node:crypto'
import { devnetAddresses, type EvmChain } from '@foyer/devnet'
import {
  type Permit2Authorization,
  permit2Proxy,
  permit2Transfer,
  type SignedTransfer,
  transferAuthorization,
} from '@foyer/protocol/x402'
import type { LimitSettings } from '@foyer/server'
import { openTestDatabase, type TestEngine } from '@foyer/server/testDatabase'
import {
  type Address,
  createTestClient,
  type Hex,
  http,
  type PublicActions,
  parseAbi,
  parseEther,
  parseGwei,
  publicActions,
  type TestClient as ViemTestClient,
} from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { sponsorDatabase } from './database/sponsorDatabase.ts'
import type { limits } from './limits.ts'
import type { PolicyFile } from './policy/policy.ts'
import { start } from './start.ts'

export const chainId = 'eip155:31337'
export const serviceToken = 'a-token-of-the-login-server-1f9c'
export const merchantToken = 'a-token-of-the-shop'
/** Receives the payments. */
export const shop: Address = '0x00000000000000000000000000000000000051a0'
export const dollar = devnetAddresses.usdc

/** A policy for payments to {@link shop} on one chain. */
export const testPolicy = (
  { url }: Pick<EvmChain, 'url'>,
  {
    chain,
    merchant,
    ...more
  }: Partial<Omit<PolicyFile, 'chains' | 'merchants'>> & {
    chain?: Partial<PolicyFile['chains'][number]>
    merchant?: Partial<NonNullable<PolicyFile['merchants']>[number]>
  } = {},
): PolicyFile => ({
  chains: [
    {
      ...{ caipId: chainId, rpcUrl: url, maxFeePerGas: parseGwei('500').toString() },
      ...{ weiPerDay: parseEther('1000').toString(), pollMs: 50, ...chain },
    },
  ],
  merchants: [
    {
      ...{ id: 'shop', chain: chainId, asset: dollar, payTo: [shop], leastAmount: '100' },
      tokenHash: createHash('sha256').update(merchantToken).digest('hex'),
      ...{ weiPerDay: parseEther('1000').toString(), ...merchant },
    },
  ],
  ...more,
})

/** The chain as a test changes and reads it. */
export const clientOf = ({ url }: Pick<EvmChain, 'url'>): TestClient =>
  createTestClient({ mode: 'anvil', transport: http(url) }).extend(publicActions)
export type TestClient = ViemTestClient<'anvil'> & PublicActions

/** Makes a new paying account with coins. @returns its key */
export async function newSender(client: TestClient): Promise<Hex> {
  const key = generatePrivateKey()
  await client.setBalance({
    address: privateKeyToAccount(key).address,
    value: parseEther('10000'),
  })
  return key
}

/** Starts a sponsor with an account of its own. */
export async function startTestSponsor(
  chain: Pick<EvmChain, 'url'>,
  {
    engine = 'PGlite',
    now,
    policy,
    ...more
  }: {
    engine?: TestEngine
    now?: () => number
    limits?: LimitSettings<typeof limits>
    paymasterKey?: Hex
    /** @default a free one */
    port?: number
    trustedPaymasters?: readonly string[]
    policy?: PolicyFile
  } = {},
) {
  const client = clientOf(chain)
  const key = await newSender(client)
  const database = await openTestDatabase(sponsorDatabase, engine)
  const lines: string[] = []
  const sponsor = await start({
    ...{ port: 0, serviceToken, now, ...more },
    policy: policy ?? testPolicy(chain),
    senderKeys: [key],
    database: { kind: 'open', database },
    logDestination: { write: (line) => lines.push(line) },
    logLevel: 'warn',
    metricsToken: 'a-token-of-the-operator',
  })
  const call = async (
    method: string,
    path: string,
    token: string,
    body?: unknown,
    claim?: string,
  ) => {
    const response = await fetch(sponsor.url + path, {
      method,
      headers: {
        Authorization: `Bearer ${token}`,
        'Content-Type': 'application/json',
        ...(claim && { 'Idempotency-Key': claim }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    return { status: response.status, body: (await response.json()) as never }
  }
  return {
    ...sponsor,
    client,
    lines,
    queries: database.queries,
    sender: privateKeyToAccount(key).address,
    /** Calls as the shop. */
    asShop: (path: '/verify' | '/settle', body: unknown, claim?: string) =>
      call('POST', path, merchantToken, body, claim),
    /** Calls as the login server. */
    asLogin: (path: string, body?: unknown) =>
      call(body === undefined ? 'GET' : 'POST', path, serviceToken, body),
    metrics: async () =>
      (
        await fetch(`${sponsor.url}/metrics`, {
          headers: { Authorization: 'Bearer a-token-of-the-operator' },
        })
      ).text(),
  }
}

export const dollarsOf = (client: TestClient, address: Address): Promise<bigint> =>
  client.readContract({
    abi: parseAbi(['function balanceOf(address account) view returns (uint256)']),
    ...{ address: dollar, functionName: 'balanceOf', args: [address] },
  })

/** Terms of a payment to the shop. */
export const terms = (amount = '1000') => ({
  ...{ scheme: 'exact' as const, network: chainId, amount, asset: dollar, payTo: shop },
  ...{ maxTimeoutSeconds: 60, extra: { name: 'USD Coin', version: '1' } },
})

/** Signs a payment, as a wallet does. */
export async function signPayment(
  key: Hex,
  more: Partial<{
    to: Address
    value: string
    validAfter: string
    validBefore: string
    nonce: Hex
  }> = {},
) {
  const account = privateKeyToAccount(key)
  const authorization = {
    ...{ from: account.address, to: shop, value: '1000', validAfter: '0' },
    validBefore: String(Math.floor(Date.now() / 1000) + 600),
    nonce: `0x${randomBytes(32).toString('hex')}` as Hex,
    ...more,
  }
  const signature = await account.signTypedData(
    transferAuthorization({
      ...{ asset: dollar, authorization, chainId, name: 'USD Coin', version: '1' },
    }),
  )
  return { authorization, signature }
}

/** Terms of a payment by Permit2. */
export const permit2Terms = (asset: Address, amount = '1000') => ({
  ...{ ...terms(amount), asset },
  extra: { assetTransferMethod: 'permit2' },
})

/** Typed data that a wallet signs for a payment by Permit2. */
export const permit2Message = (
  from: Address,
  token: Address,
  more: Partial<Permit2Authorization> = {},
): Permit2Authorization => ({
  ...{ from, spender: permit2Proxy, permitted: { token, amount: '1000' } },
  nonce: BigInt(`0x${randomBytes(32).toString('hex')}`).toString(),
  deadline: String(Math.floor(Date.now() / 1000) + 600),
  witness: { to: shop, validAfter: '0' },
  ...more,
})

/** Signs a payment by Permit2, as a wallet does. */
export async function signPermit2(
  key: Hex,
  token: Address,
  more: Partial<Permit2Authorization> = {},
) {
  const account = privateKeyToAccount(key)
  const permit2Authorization = permit2Message(account.address, token, more)
  const typedData = permit2Transfer({ authorization: permit2Authorization, chainId })
  return { permit2Authorization, signature: await account.signTypedData(typedData) }
}

/** Calls of the shop to the facilitator. */
export const orderOf = <accepted extends object = ReturnType<typeof terms>>(
  payload: SignedTransfer,
  accepted = terms(
    'authorization' in payload ? payload.authorization.value : undefined,
  ) as unknown as accepted,
) => ({
  x402Version: 2 as const,
  paymentPayload: { x402Version: 2 as const, accepted, payload },
  paymentRequirements: accepted,
})
