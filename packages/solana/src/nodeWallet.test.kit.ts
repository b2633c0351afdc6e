import { createPrivateKey, createPublicKey, sign, verify } from 'node:crypto'
import type { Rpc } from '@foyer/core'
import { type SolanaAccount, solanaAccounts } from '@foyer/devnet'
import { PublicKey, VersionedTransaction } from '@solana/web3.js'

/** PKCS #8 prefix of a 32-byte Ed25519 key, and SPKI prefix of its public key. */
const keyPrefix = Buffer.from('302e020100300506032b657004220420', 'hex')
const publicPrefix = Buffer.from('302a300506032b6570032100', 'hex')

function keyOf(seed: string) {
  const der = Buffer.concat([keyPrefix, Buffer.from(seed, 'hex')])
  return createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })
}

/** A funded account of the devnet. */
export function person(name: string): SolanaAccount {
  return solanaAccounts.find((one) => one.name === name) as SolanaAccount
}

/** Verifies a signature with Node's own Ed25519. */
export function isSignedBy(address: string, message: Uint8Array, signature: Uint8Array): boolean {
  const der = Buffer.concat([publicPrefix, new PublicKey(address).toBytes()])
  const key = createPublicKey({ key: der, format: 'der', type: 'spki' })
  return verify(null, message, key, signature)
}

/** A rejection in the wallets' format. */
export function walletError(name: string, message: string, code?: number): Error {
  return Object.assign(new Error(message), { name, ...(code !== undefined && { code }) })
}

/** JSON-RPC to a running node; its errors are core's, with the node's error as the cause. */
export function createNodeRpc(url: string): Rpc & { calls: string[] } {
  const calls: string[] = []
  const rpc = async ({ method, params }: { method: string; params?: unknown }) => {
    calls.push(method)
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    })
    const { error, result } = (await response.json()) as { error?: object; result?: unknown }
    if (error) throw Object.assign(new Error('The node refused'), { cause: error })
    return result
  }
  return Object.assign(rpc, { calls })
}

type Input = { account: Account; chain?: string; options?: object } & Record<string, unknown>
type Account = {
  address: string
  publicKey: Uint8Array
  chains: readonly string[]
  features: readonly string[]
}
const allFeatures = [
  'solana:signMessage',
  'solana:signTransaction',
  'solana:signAndSendTransaction',
] as const

/**
 * A minimal real Wallet Standard wallet: it has keys, parses transactions with another library than ours, and sends
 * through a node. It approves everything; `answers` overrides single functions.
 */
export function createNodeWallet({
  answers = {},
  chains = ['solana:localnet'],
  features = allFeatures,
  name = 'Test Wallet',
  people,
  url = '',
  versions = ['legacy', 0],
}: {
  people: readonly { address: string; seed: string }[]
  url?: string
  name?: string
  chains?: readonly string[]
  features?: readonly string[]
  versions?: readonly unknown[]
  answers?: Record<string, (inputs: readonly Input[], next: () => Promise<unknown>) => unknown>
}) {
  const listeners = new Set<(change: unknown) => void>()
  const calls: { name: string; inputs: readonly Input[] }[] = []
  const accountOf = (address: string): Account => ({
    address,
    publicKey: new PublicKey(address).toBytes(),
    chains,
    features: [...features],
  })
  const everyone = people.map(({ address }) => accountOf(address))
  let accounts: unknown = []

  const signWith = (account: Account, message: Uint8Array) => {
    // Wallets compare accounts by identity.
    const person = people.find(({ address }) => address === account.address)
    if (!person || !everyone.includes(account)) throw new Error('The account is not mine')
    return new Uint8Array(sign(null, message, keyOf(person.seed)))
  }
  const signTransaction = ({ account, transaction }: Input) => {
    const parsed = VersionedTransaction.deserialize(transaction as Uint8Array)
    const signature = signWith(account, parsed.message.serialize())
    parsed.addSignature(new PublicKey(account.address), signature)
    return { bytes: parsed.serialize(), signature }
  }

  const functions: Record<string, (inputs: readonly Input[]) => unknown> = {
    connect: ([options]) => {
      if (!options?.silent) accounts = everyone
      return { accounts }
    },
    disconnect: () => {
      accounts = []
    },
    signMessage: (inputs) =>
      inputs.map(({ account, message }) => ({
        signedMessage: message,
        signature: signWith(account, message as Uint8Array),
      })),
    signTransaction: (inputs) =>
      inputs.map((input) => ({ signedTransaction: signTransaction(input).bytes })),
    signAndSendTransaction: (inputs) =>
      Promise.all(
        inputs.map(async (input) => {
          const { bytes, signature } = signTransaction(input)
          await createNodeRpc(url)({
            method: 'sendTransaction',
            params: [
              Buffer.from(bytes).toString('base64'),
              { encoding: 'base64', ...input.options },
            ],
          })
          return { signature }
        }),
      ),
  }
  const ask =
    (name: string) =>
    async (...inputs: Input[]) => {
      calls.push({ name, inputs })
      const next = async () => functions[name]?.(inputs)
      return answers[name] ? answers[name](inputs, next) : next()
    }

  const wallet = {
    version: '1.0.0',
    name,
    icon: 'data:image/png;base64,AAAA',
    chains,
    features: {
      'standard:connect': { version: '1.0.0', connect: ask('connect') },
      'standard:disconnect': { version: '1.0.0', disconnect: ask('disconnect') },
      'standard:events': {
        version: '1.0.0',
        on(_: 'change', listener: (change: unknown) => void) {
          listeners.add(listener)
          return () => listeners.delete(listener)
        },
      },
      ...Object.fromEntries(
        features.map((feature) => {
          const own = feature.replace('solana:', '')
          return [
            feature,
            { version: '1.0.0', [own]: ask(own), supportedTransactionVersions: versions },
          ]
        }),
      ),
    } as Record<string, unknown>,
    get accounts() {
      return accounts
    },
  }

  return {
    wallet,
    everyone,
    accountOf,
    /** Every request to the wallet, in order. */
    calls,
    names: () => calls.map(({ name }) => name),
    setAccounts(next: unknown) {
      accounts = next
    },
    emit(change: unknown) {
      for (const listener of [...listeners]) listener(change)
    },
    listenerCount: () => listeners.size,
  }
}
