import type { Wallet } from '@wallet-standard/base'
import { createEmitter } from '../page/emitter.ts'
import { createRegistration } from '../page/standard/registration.ts'
import type { SolanaHostileKind } from './hostileKinds.ts'
import { hostilePublicKey, hostileSignature, hostileTransaction } from './hostileSigner.ts'
import { hostileSolanaAccounts } from './hostileSolanaAccounts.ts'
import { badIcons, hugeIcon, payload, svg } from './payload.ts'

type Named = { name: unknown; icon: unknown }
type Inputs = readonly { message?: Uint8Array; transaction?: Uint8Array }[]

function namesOf(kind: SolanaHostileKind): Named[] {
  const icon = `data:image/svg+xml;base64,${btoa('<svg xmlns="http://www.w3.org/2000/svg"/>')}`
  if (kind === 'solana-text') {
    return [
      `<script>${payload}</script><img src=x onerror="${payload}">`,
      '\u202Eteelaw tsenoh\u202C',
      'Bell\u0007 and\u0000 null\n\n\nand\u200Bzero\u2066width',
      'W'.repeat(10_000),
      '',
      { toString: () => 'not a name' },
    ].map((name) => ({ name, icon }))
  }
  if (kind === 'solana-icon') {
    return [...badIcons, hugeIcon(), svg('<rect width="9" height="9"/>')].map((bad, index) => ({
      name: `Solana icon ${index}`,
      icon: bad,
    }))
  }
  return [{ name: `Hostile (${kind})`, icon }]
}

/** An object whose properties throw when read. */
function trap(): object {
  const throws = () => {
    throw new Error('read me not')
  }
  return Object.defineProperties(
    {},
    {
      message: { get: throws, enumerable: true },
      code: { get: throws, enumerable: true },
      name: { get: throws },
      toString: { get: throws },
    },
  )
}

function thrownBy(feature: string): unknown {
  switch (feature) {
    case 'standard:connect':
      return 'no'
    case 'solana:signMessage':
      return trap()
    case 'solana:signTransaction':
      return null
    default:
      return Object.create(null)
  }
}

/** Registers a hostile Solana wallet by the Wallet Standard. */
export function installHostileSolana(kind: SolanaHostileKind): void {
  for (const named of namesOf(kind)) register(kind, named)
}

function register(kind: SolanaHostileKind, { name, icon }: Named): void {
  const emitter = createEmitter()
  const wrong = kind === 'solana-wrong-signature'
  const changed = kind === 'solana-changed'
  let shown: readonly unknown[] = []
  const never = () => new Promise<never>(() => undefined)

  /** Runs the normal behaviour, or that of this kind. */
  const behaving = async (feature: string, honest: () => unknown): Promise<unknown> => {
    if (kind === 'solana-never') return never()
    if (kind === 'solana-throws') throw thrownBy(feature)
    if (kind === 'solana-rejects') {
      throw Object.assign(new Error('User rejected the request.'), { code: 4001 })
    }
    if (kind === 'solana-disappears' && feature !== 'standard:connect') {
      registration.unregister()
      return never()
    }
    return honest()
  }
  const signMessages = (inputs: Inputs) =>
    inputs.map(({ message = new Uint8Array() }) => {
      const signedMessage = changed ? new TextEncoder().encode('I owe you everything') : message
      return { signedMessage, signature: hostileSignature(signedMessage, wrong) }
    })
  const signTransactions = (inputs: Inputs) =>
    inputs.map(({ transaction = new Uint8Array() }) => ({
      signedTransaction: hostileTransaction(transaction, { wrong, changed }),
    }))
  const versions = { version: '1.0.0', supportedTransactionVersions: ['legacy', 0] }
  const features = {
    'standard:connect': {
      version: '1.0.0',
      connect: () =>
        behaving('standard:connect', () => {
          shown = hostileSolanaAccounts(kind, hostilePublicKey())
          emitter.emit('change', { accounts: shown })
          return { accounts: shown }
        }),
    },
    'standard:events': {
      version: '1.0.0',
      on(event: string, listener: (value: unknown) => void) {
        emitter.on(event, listener)
        return () => emitter.off(event, listener)
      },
    },
    'solana:signMessage': {
      version: '1.0.0',
      signMessage: (...inputs: Inputs) =>
        behaving('solana:signMessage', () => signMessages(inputs)),
    },
    'solana:signTransaction': {
      ...versions,
      signTransaction: (...inputs: Inputs) =>
        behaving('solana:signTransaction', () => signTransactions(inputs)),
    },
    'solana:signAndSendTransaction': {
      ...versions,
      // Claims success without sending anything.
      signAndSendTransaction: (...inputs: Inputs) =>
        behaving('solana:signAndSendTransaction', () =>
          inputs.map(({ transaction = new Uint8Array() }) => ({
            signature: hostileSignature(transaction, wrong),
          })),
        ),
    },
  }
  const plain = {
    version: '1.0.0',
    name,
    icon,
    chains: ['solana:localnet', 'solana:mainnet', 'solana:devnet', 'solana:testnet'],
    features,
    get accounts() {
      return shown
    },
  }
  const wallet = kind === 'solana-getters' ? trapped(plain) : plain
  // A site may receive values that no type allows.
  const registration = createRegistration(wallet as unknown as Wallet)
  registration.register()
}

/** The same wallet with an account list and features that throw when read. */
function trapped(wallet: object): object {
  const throws = () => {
    const thrown: unknown = trap()
    throw thrown
  }
  return Object.defineProperties(
    { ...wallet },
    {
      accounts: { get: throws },
      features: { get: throws },
      icon: { get: throws },
    },
  )
}
