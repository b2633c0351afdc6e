import { createEmitter } from '../page/emitter.ts'
import type { HostileKind } from './hostileKinds.ts'

type Request = { method: string }
type Answer = (request: Request) => unknown

const account = '0xa0Ee7A142d267C1f36714E4a8F75612F20a79720'

/** Answers like a wallet connected to an account, so that only its announcement is false. */
const plain: Answer = async ({ method }) => {
  if (method === 'eth_requestAccounts' || method === 'eth_accounts') return [account]
  if (method === 'eth_chainId') return '0x7a69'
  throw Object.assign(new Error('User rejected the request.'), { code: 4001 })
}

/** Answers of every wrong type; the chain id contradicts the network version. */
const lies: Readonly<Record<string, unknown>> = {
  eth_chainId: '0x1',
  net_version: '31337',
  eth_accounts: null,
  eth_requestAccounts: [
    42,
    null,
    { address: account },
    // This spelling has a wrong checksum.
    '0xF39fd6E51AAD88F6F4CE6AB8827279CFFFB92266',
    account.toUpperCase(),
    account,
  ],
  eth_getBalance: 'a lot',
  eth_blockNumber: -1,
  eth_sendTransaction: 12345,
  personal_sign: {},
  eth_signTypedData_v4: '0xzz',
  wallet_getPermissions: 'all',
  wallet_switchEthereumChain: 'sure',
}

function thrownBy(method: string): unknown {
  switch (method) {
    case 'eth_requestAccounts':
      return 'no'
    case 'eth_accounts':
      return undefined
    case 'eth_chainId':
      return null
    case 'personal_sign':
      return { code: '4001', message: { text: 'not a string' } }
    default:
      return Object.create(null)
  }
}

/** Creates a provider that misbehaves in one way. */
export function hostileProvider(kind: HostileKind): object {
  const { on, off: removeListener, emit } = createEmitter()
  const answers: Partial<Record<HostileKind, Answer>> = {
    never: () => new Promise(() => undefined),
    throws: ({ method }) => {
      throw thrownBy(method)
    },
    liar: async ({ method }) => {
      emit('accountsChanged', 'nobody')
      emit('chainChanged', 31337)
      emit('disconnect', 'because')
      return method in lies ? lies[method] : Number.NaN
    },
    // Rejecting with a non-error is the purpose of this kind.
    'silent-reject': () => Promise.reject(undefined as unknown as Error),
  }
  return { request: answers[kind] ?? plain, on, removeListener }
}
