/**
 * A minimal secure frame: a wallet in memory behind `serveFrame`, with real keys and buttons. Its path selects the
 * behaviour; its session is in its own storage.
 */
import type { FrameHandlers } from '@foyer/embedded/frame'
import { serveFrame } from '@foyer/embedded/frame'
import { FoyerError } from '@foyer/protocol'
import { type FramePushType, frameVersion } from '@foyer/protocol/frame'
import { addressOf, pubkey, signPersonal, signSolana } from './testKeys.test.kit.ts'

const chains = new Set(['eip155:1', 'eip155:10', 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'])
const [, mode = ''] = /^\/(\w+)\/frame$/.exec(location.pathname) ?? []
const allowedOrigins = (document.documentElement.dataset.origins ?? '').split(' ')

const seen = {
  asked: [] as string[],
  signed: 0,
  faults: [] as string[],
  aborted: 0,
  sentMails: 0,
  devicePolls: 0,
  readyAt: 0,
  firstAt: 0,
}
let accountType: 'eoa' | 'smartAccount' = 'eoa'
let chainId = 'eip155:1'
let email = 'ann@example.org'

const login = (isIn: boolean) =>
  isIn ? localStorage.setItem('login', '1') : localStorage.removeItem('login')
const isIn = () => localStorage.getItem('login') === '1'
const never = new Promise<never>(() => {})

function record<handlers extends FrameHandlers>(handlers: handlers): FrameHandlers {
  return Object.fromEntries(
    Object.entries(handlers).map(([type, handle]) => [
      type,
      (payload: never, context: never) => {
        seen.asked.push(type)
        seen.firstAt ||= Date.now()
        if (mode === 'mute') return never
        return (handle as (payload: never, context: never) => unknown)(payload, context)
      },
    ]),
  ) as FrameHandlers
}

/** Resolves to true if the user pressed Approve. */
function askUser(title: string, signal: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    const card = document.createElement('section')
    const heading = document.createElement('h1')
    heading.textContent = title
    card.append(heading)
    for (const [word, answer] of [
      ['Approve', true],
      ['Reject', false],
    ] as const) {
      const button = document.createElement('button')
      button.textContent = word
      // Stays after an abort, like a card that a user still sees.
      button.addEventListener('click', () => {
        if (!signal.aborted) card.remove()
        resolve(answer)
      })
      card.append(button)
    }
    signal.addEventListener('abort', () => {
      seen.aborted += 1
    })
    document.body.append(card)
  })
}

let nonce = ''

const handlers = record({
  CONNECT_EMAIL({ email: given }) {
    seen.sentMails += 1
    email = given
    if (given.startsWith('known')) return { action: 'VERIFY_OTP' }
    if (given.startsWith('here')) {
      login(true)
      return { action: 'CONNECT' }
    }
    return { action: 'VERIFY_DEVICE' }
  },
  CONNECT_CHALLENGE: () => ({}),
  CONNECT_DEVICE() {
    seen.devicePolls += 1
    if (email.startsWith('deny')) return { status: 'denied' }
    return { status: seen.devicePolls > 2 ? 'approved' : 'pending' }
  },
  CONNECT_OTP({ otp }) {
    if (otp !== '123456') throw new FoyerError('input-invalid', { details: 'Wrong code' })
    login(true)
    return {}
  },
  CONNECT_PASSKEY() {
    login(true)
    return {}
  },
  GET_SOCIAL_REDIRECT_URI: ({ provider }) => ({
    uri: provider === 'x' ? 'https://evil.example/' : `${location.origin}/oauth/start#${provider}`,
  }),
  CONNECT_SOCIAL({ uri }) {
    login(true)
    return { userName: new URL(uri).hash.slice(1), email: null }
  },
  GET_CUSTOM_NONCE() {
    nonce = crypto.randomUUID()
    return { nonce }
  },
  CONNECT_CUSTOM({ token }) {
    // The site's server signs the nonce and the user.
    const [user = '', signed] = token.split('.')
    if (signed !== nonce) return { action: 'FAILED', reason: 'refused' }
    if (user === 'link') return { action: 'VERIFY_DEVICE', email: 'a@b.example', number: '583142' }
    accountType = user === 'bob' ? 'smartAccount' : 'eoa'
    login(true)
    return { userName: user }
  },
  GET_FARCASTER_URI: () => ({ uri: 'https://farcaster.example/x' }),
  CONNECT_FARCASTER() {
    seen.devicePolls += 1
    if (seen.devicePolls < 2) return { status: 'pending' }
    login(true)
    return { status: 'connected', userName: 'ann.fc' }
  },
  GET_USER({ chainId: requested }) {
    if (!isIn()) throw new FoyerError('not-connected')
    if (requested !== undefined && chains.has(requested)) chainId = requested
    if (chainId.startsWith('solana:')) return { address: pubkey, chainId, email }
    const smart = `0x${'5a'.repeat(20)}`
    return {
      address: accountType === 'eoa' ? addressOf() : smart,
      chainId,
      email,
      accounts: [
        { address: addressOf(), type: 'eoa' },
        { address: smart, type: 'smartAccount' },
      ],
      preferredAccountType: accountType,
      smartAccountDeployed: false,
    }
  },
  IS_CONNECTED: () => ({ isConnected: isIn() }),
  GET_CHAIN_ID: () => ({ chainId }),
  GET_SMART_ACCOUNT_ENABLED_NETWORKS: () => ({ smartAccountEnabledNetworks: ['eip155:1'] }),
  SWITCH_NETWORK({ chainId: requested }) {
    if (!chains.has(requested)) throw new FoyerError('chain-unrecognised')
    chainId = requested
    return { chainId }
  },
  SET_PREFERRED_ACCOUNT({ type }) {
    if (type === 'smartAccount' && mode === 'eoaOnly')
      throw new FoyerError('smart-accounts-unsupported')
    accountType = type
    return { type, address: addressOf() }
  },
  UPDATE_EMAIL: () => ({ action: 'VERIFY_PRIMARY_OTP' }),
  UPDATE_EMAIL_PRIMARY_OTP: () => ({ action: 'VERIFY_SECONDARY_OTP' }),
  UPDATE_EMAIL_SECONDARY_OTP() {
    email = 'new@example.org'
    return { email }
  },
  async RPC_REQUEST({ method, params }, { id, push, signal }) {
    if (!isIn()) throw new FoyerError('not-connected')
    if (method === 'eth_blockNumber') return { result: '0x10' }
    if (method === 'eth_getBalance') return never
    if (method === 'wallet_getCallsStatus') {
      if ((params as string[])[0] !== '0xid') throw new FoyerError('bundle-unknown')
      return { result: { status: 200 } }
    }
    if (method === 'eth_getLogs') return { result: 'x'.repeat(300 * 1024) }
    if (method === 'eth_sendTransaction') return { result: { not: 'a hash' } }
    if (method === 'wallet_sendCalls') {
      push('POPUP_NEEDED', { rid: id, reason: 'value' })
      return never
    }
    if (method === 'personal_sign' || method === 'solana_signMessage') {
      push('SHOW', { height: 480 })
      const isApproved = await askUser(`${method} ${location.hash}`, signal)
      push('HIDE', {})
      if (signal.aborted) throw new FoyerError('request-aborted')
      if (!isApproved) throw new FoyerError('user-rejected')
      seen.signed += 1
      if (method === 'personal_sign')
        return { result: signPersonal((params as [string, string])[0]) }
      return { result: { signature: signSolana((params as { message: string }).message) } }
    }
    throw new FoyerError('rpc-failed', { details: method })
  },
  SYNC_THEME: (theme) => {
    if (mode === 'plain') throw new FoyerError('params-invalid')
    document.documentElement.dataset.theme = JSON.stringify(theme)
    return {}
  },
  SYNC_DAPP_DATA: ({ metadata }) => {
    document.documentElement.dataset.metadata = JSON.stringify(metadata)
    return {}
  },
  SIGN_OUT() {
    login(false)
    return mode === 'deaf' ? never : {}
  },
  RELOAD: () => ({}),
})

function start(): void {
  addEventListener('error', ({ message }) => seen.faults.push(message))
  addEventListener('unhandledrejection', ({ reason }) => seen.faults.push(String(reason)))
  // A frame of a future version, and one that never answers.
  if (mode === 'hang') return
  const served = serveFrame(handlers, {
    allowedOrigins,
    caps: {
      io2: 'isVisible' in IntersectionObserverEntry.prototype,
      storage: true,
      passkey: false,
    },
    log: (message) => console.debug(message),
    now: () => Date.now(),
  })
  void served.connected.then(() => {
    seen.readyAt = Date.now()
  })
  Object.assign(window, {
    seen,
    served,
    frameVersion,
    push: (type: FramePushType, payload: never) => served.push(type, payload),
  })
}

start()
