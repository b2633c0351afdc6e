import type {
  ApprovalWindow,
  Foyer,
  GrantedPermission,
  Permissions,
  Provider,
  SessionListener,
} from '@foyer/core'
import {
  type AuthConnector,
  type AuthFacts,
  type EmitAuthEvent,
  followLogin,
} from '@foyer/core/internal'
import { FoyerError, type Namespace } from '@foyer/protocol'
import type { FrameLogin, FrameUser } from '@foyer/protocol/frame'
import { address, logos } from './testFoyer.test.kit.ts'

/** A minimal login. Change its fields to change its behaviour. */
export type TestLogin = {
  readonly connector: AuthConnector
  email: string
  /** True if signed in: the connector connects. */
  isIn: boolean
  code: string
  /** Calls in order: `connectEmail a@b.example`, `otp 123456`, `connect eip155`. */
  readonly asked: string[]
  /** The site's data that the login received. */
  readonly facts: AuthFacts[]
  /** Overrides of single `login` calls. */
  answers: Partial<FrameLogin>
  types: readonly ('eoa' | 'smartAccount')[]
  /** The account's ways to log in, as a newer login site names them. */
  logins: readonly string[]
  /** Social logins that the login site offers; set it before the connector is given to an instance. */
  socials: readonly string[]
  /** The pending link of a mail. */
  readonly link: { approve: () => void; fail: (error: FoyerError) => void; waits: () => boolean }
  /** Simulates a request of the page; settles with the user's decision. */
  request(method: string): Promise<unknown>
  /** Pending requests, by id. */
  readonly waiting: Map<
    string,
    { approve: (result: string) => void; fail: (error: FoyerError) => void }
  >
  /** Expires the session. */
  end(): void
  /** Emits the wallet's events. */
  readonly emit: EmitAuthEvent
}

/** A connector of type AUTH that simulates the embedded wallet in memory. */
export function testLogin(): TestLogin {
  const attached = new Set<EmitAuthEvent>()
  const emit: EmitAuthEvent = (name, event) => {
    for (const one of [...attached]) one(name, event)
  }
  const listeners = new Map<Namespace, SessionListener>()
  let link: { resolve: () => void; reject: (error: FoyerError) => void } | undefined
  const wrong = () => new FoyerError('input-invalid')
  const login: FrameLogin = {
    async connectEmail({ email }) {
      test.email = email
      return { action: 'VERIFY_DEVICE', number: '583142' }
    },
    connectDevice: ({ signal } = {}) =>
      new Promise((resolve, reject) => {
        link = { resolve, reject }
        signal?.addEventListener('abort', () => reject(new FoyerError('request-aborted')))
      }),
    async connectOtp({ otp }) {
      if (otp !== test.code) throw wrong()
      test.isIn = true
    },
    async connectPasskey() {
      test.isIn = true
    },
    getSocialRedirectUri: async () => '',
    connectSocial: async () => ({}),
    async connectCustom() {
      test.isIn = true
      return {}
    },
    getFarcasterUri: async () => '',
    connectFarcaster: async () => ({ userName: undefined }),
    updateEmail: async () => 'VERIFY_PRIMARY_OTP',
    async updateEmailPrimaryOtp({ otp }) {
      if (otp !== test.code) throw wrong()
    },
    async updateEmailSecondaryOtp({ otp }) {
      if (otp !== test.code) throw wrong()
      return { email: 'new@example.com', number: '204866' }
    },
  }
  const user = (namespace: Namespace): FrameUser => ({
    email: test.email,
    logins: [...test.logins],
    address: test.types.length > 1 ? `${address.slice(0, -1)}8` : address,
    chainId: namespace === 'solana' ? 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp' : 'eip155:1',
  })
  const answered =
    <name extends keyof FrameLogin>(name: name) =>
    (given: never) => {
      const { email, otp } = Object(given) as { email?: string; otp?: string }
      test.asked.push([name, email ?? otp].filter(Boolean).join(' '))
      return ((test.answers[name] ?? login[name]) as (given: never) => Promise<unknown>)(given)
    }
  const request: Provider['request'] = ({ method }) => {
    if (method === 'eth_sign') {
      const error = new FoyerError('rpc-call-not-allowed', { details: method })
      emit('refused', { method, error })
      return Promise.reject(error)
    }
    const id = crypto.randomUUID()
    emit('approval:start', { id, method })
    const done = (error?: FoyerError) => {
      test.waiting.delete(id)
      emit('approval:end', { id, method, result: error ? undefined : 'hash', error })
    }
    return new Promise((resolve, reject) =>
      test.waiting.set(id, {
        approve(result) {
          done()
          resolve(result)
        },
        fail(error) {
          done(error)
          reject(error)
        },
      }),
    )
  }
  const test: TestLogin = {
    email: 'ada@example.com',
    isIn: false,
    code: '123456',
    asked: [],
    facts: [],
    answers: {},
    types: ['eoa'],
    logins: ['email'],
    socials: [],
    waiting: new Map(),
    link: {
      approve: () => link?.resolve(),
      fail: (error) => link?.reject(error),
      waits: () => link !== undefined,
    },
    request: (method) => request({ method }),
    end() {
      test.isIn = false
      emit('lost', { email: 'ada@example.com' })
      for (const { onDisconnect } of [...listeners.values()]) onDisconnect()
      emit('user', undefined)
    },
    emit,
    connector: {
      id: 'embedded',
      type: 'AUTH',
      name: 'Embedded wallet',
      namespaces: ['eip155', 'solana'],
      sharesSession: true,
      imageUrl: logos.wallet,
      loginUrl: 'https://id.example/',
      attach(foyer) {
        const { stop, emit: emitTo } = followLogin(foyer, test.connector)
        attached.add(emitTo)
        // As asked of the login site a minute ago.
        const offered = { value: test.socials, until: Date.now() + 9 * 60_000 }
        foyer.cache.memory.set('socials:https://id.example/', offered)
        return () => {
          attached.delete(emitTo)
          stop()
        }
      },
      login: Object.fromEntries(
        Object.keys(login).map((name) => [name, answered(name as keyof FrameLogin)]),
      ) as FrameLogin,
      async connect({ namespace, silent }) {
        test.asked.push(`${silent ? 'reconnect' : 'connect'} ${namespace}`)
        if (!test.isIn) throw new FoyerError('not-connected')
        const got = user(namespace)
        emit('user', got)
        return {
          accounts: test.types.map((type, index) => ({
            address: index === 0 ? got.address : address,
            type,
          })),
          chainId: got.chainId,
          provider: { request },
        }
      },
      async disconnect() {
        test.isIn = false
        emit('user', undefined)
      },
      watch({ listener, namespace }) {
        listeners.set(namespace, listener)
        return () => {
          if (listeners.get(namespace) === listener) listeners.delete(namespace)
        }
      },
      abortRequests() {
        test.asked.push('abort')
        for (const { fail } of [...test.waiting.values()]) fail(new FoyerError('request-aborted'))
      },
      sync: (facts) => test.facts.push(facts),
      async setPreferredAccount(type) {
        test.asked.push(`prefer ${type}`)
        return type
      },
      getSmartAccountNetworks: async () => [],
    },
  }
  return test
}

/** Makes the wallet name what its account can do on the first network. @returns What to change for another answer. */
export function nameCapabilities(
  { adapters }: Pick<Foyer, 'adapters'>,
  named: Readonly<Record<string, unknown>>,
): { getCapabilities: () => Promise<unknown> } {
  const capabilities = { atomic: 'supported', paymasterService: false, named } as const
  const calls = { getCapabilities: async () => ({ 'eip155:1': capabilities }) as unknown }
  Object.assign(adapters.eip155 ?? {}, { calls: async () => calls })
  return calls
}

/** Makes the wallet list permissions, and stop them. */
export function grantPermissions(
  { adapters }: Pick<Foyer, 'adapters'>,
  list: readonly GrantedPermission[],
): { readonly revoked: string[] } {
  const revoked: string[] = []
  const permissions: Permissions = {
    getSupported: async () => undefined,
    getGranted: async () => list.filter(({ context }) => !revoked.includes(context)),
    request: async () => [],
    async revoke({ context }) {
      revoked.push(context)
    },
  }
  const calls = { getCapabilities: async () => ({}), permissions: async () => permissions }
  Object.assign(adapters.eip155 ?? {}, { calls: async () => calls })
  return { revoked }
}

/** Reports that a request needs a window. */
export function needWindow({ emit, waiting }: TestLogin, letsOpen: () => boolean): void {
  const [id = ''] = waiting.keys()
  const open = () => {
    const isOpen = letsOpen()
    if (isOpen) emit('approval:window', { id, window: 'opening' })
    return isOpen
  }
  emit('approval:popup', { id, reason: 'value-moves', open })
}

/** Reports the status of a request's window. */
export function emitWindow({ emit, waiting }: TestLogin, window: ApprovalWindow): void {
  const [id = ''] = waiting.keys()
  emit('approval:window', { id, window })
}
