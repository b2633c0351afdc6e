import { createHash } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import {
  createTestClient,
  encodeDeployData,
  encodeFunctionData,
  http,
  parseAbi,
  publicActions,
  TransactionReceiptNotFoundError,
  walletActions,
} from 'viem'
import { type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { farcasterIdAbi, farcasterKeyAbi } from '../evm/abis.ts'
import { devnetAccounts } from '../evm/accounts.ts'
import { devnetAddresses } from '../evm/addresses.ts'
import { compileOnce } from '../evm/compileOnce.ts'

/** A user of Farcaster. The keys are public: only for development. */
export type FarcasterUser = {
  readonly name: string
  readonly fid: number
  /** Owns the Farcaster id. */
  readonly custody: PrivateKeyAccount
  /** A key of the user's app, which may sign in for the same id. */
  readonly auth: PrivateKeyAccount
}

const keyOf = (text: string) =>
  privateKeyToAccount(`0x${createHash('sha256').update(`foyer devnet: ${text}`).digest('hex')}`)

/** The accounts that the app's page offers. */
export const farcasterPeople = ['ada', 'bob', 'cleo'] as const

/** Creates the account of this name; the same each time. */
export function farcasterUser(name: string): FarcasterUser {
  const known = (farcasterPeople as readonly string[]).indexOf(name)
  const hash = createHash('sha256').update(`farcaster ${name}`).digest()
  return {
    name,
    fid: known >= 0 ? known + 1 : 1000 + hash.readUIntBE(0, 5),
    custody: keyOf(`custody of ${name}`),
    auth: keyOf(`app key of ${name}`),
  }
}

/** The node knows this account's key, and counts its transactions. */
const writer = devnetAccounts[9]!.address

/**
 * Sends a transaction of the writer, and waits until it is mined. viem's own wait misses the block that is made while it looks for a
 * replacement, and a local chain may make no other.
 */
function openWriter(rpcUrl: string) {
  const client = createTestClient({ mode: 'anvil', transport: http(rpcUrl) })
    .extend(publicActions)
    .extend(walletActions)
  return async (call: { to?: `0x${string}`; data: `0x${string}` }) => {
    const hash = await client.sendTransaction({ account: writer, chain: null, ...call })
    for (;;) {
      const receipt = await client.getTransactionReceipt({ hash }).catch((error: unknown) => {
        if (!(error instanceof TransactionReceiptNotFoundError)) throw error
      })
      if (receipt) return receipt
      await setTimeout(20)
    }
  }
}

/** Deploys a contract account of this owner (ERC-1271). @returns its address */
export async function deploySigner(rpcUrl: string, owner: `0x${string}`): Promise<`0x${string}`> {
  const data = encodeDeployData({
    abi: parseAbi(['constructor(address owner)']),
    bytecode: await compileOnce('DevSigner'),
    args: [owner],
  })
  const { contractAddress } = await openWriter(rpcUrl)({ data })
  if (!contractAddress) throw new Error('The contract account was not deployed')
  return contractAddress
}

/** Writes the registries of a local chain: who owns a Farcaster id, and which keys may sign in for it. */
export async function registerFid(
  rpcUrl: string,
  { auth, custody, fid }: { fid: number; custody: `0x${string}`; auth?: `0x${string}` },
): Promise<void> {
  const send = openWriter(rpcUrl)
  const write = (to: `0x${string}`, data: `0x${string}`) => send({ to, data })
  const { farcasterIdRegistry, farcasterKeyRegistry } = devnetAddresses
  const owner = { abi: farcasterIdAbi, functionName: 'set', args: [custody, BigInt(fid)] } as const
  await write(farcasterIdRegistry, encodeFunctionData(owner))
  if (auth === undefined) return
  const key = `0x${auth.slice(2).toLowerCase().padStart(64, '0')}` as const
  const added = {
    abi: farcasterKeyAbi,
    functionName: 'set',
    args: [BigInt(fid), key, 1, 2],
  } as const
  await write(farcasterKeyRegistry, encodeFunctionData(added))
}
