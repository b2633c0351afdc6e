import { type Endpoint, FoyerError } from '@foyer/protocol'
import { type ListedFactor, recoveryContactAdd } from '@foyer/protocol/custody'
import {
  type AccountFacts,
  type AccountLogin,
  confirmDevice,
  freezeAccount,
  loginDevice,
  loginEmail,
  loginOtp,
  loginSocialEnd,
  moveRecoveryContact,
  proveLoginByLink,
  readAccountFacts,
  readLogins,
  readPermissions,
  readRecoveryContact,
  removeLogin,
  revokeDevice,
  signOutEverywhere,
  stepUp,
  stepUpOtp,
  unfreezeAccount,
} from '@foyer/protocol/login'
import type { RecoveryContact } from '@foyer/protocol/vault'
import type { LoadedWallet } from '../worker/wallet/loadedWallet.ts'
import { encodeRecoveryCode } from '../worker/wallet/recoveryCode.ts'
import type { AccountSession } from './createPageAccount.ts'

const uuid = (digit: number) =>
  [8, 4, 4, 4, 12].map((length) => String(digit).repeat(length)).join('-')
const userId = uuid(1)
const ascii = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0))
export const addresses = {
  evm: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
  sol: 'oeYf6KAJkLYhBuR8CiGc6L4D4Xtfepr85fuDgA9kq96',
}
const minute = 60_000
const day = 86_400_000

/** An account as the server returns it. */
export const factsAt = (nowAt: number, given: Partial<AccountFacts> = {}): AccountFacts => ({
  userId,
  email: 'ada@lovelace.example',
  logins: [{ provider: 'email', userName: null }],
  preferredAccountType: 'eoa',
  recoveryMode: 'auto',
  frozenAt: null,
  steppedUpUntil: null,
  devices: [
    {
      deviceId: uuid(2),
      origin: null,
      browser: 'Chrome on Linux',
      approvedAt: nowAt - 12 * day,
      lastSeenAt: nowAt,
      isThis: true,
    },
    {
      deviceId: uuid(3),
      origin: 'https://shop.example',
      browser: 'Chrome on Linux',
      approvedAt: nowAt - 30 * day,
      lastSeenAt: nowAt - 4 * minute,
      isThis: false,
    },
    {
      deviceId: uuid(4),
      origin: 'https://exchange.a-rather-long-name-of-a-site.example:8443',
      browser: 'Safari on iPhone',
      approvedAt: nowAt - 90 * day,
      lastSeenAt: nowAt - 6 * day,
      isThis: false,
    },
  ],
  ...given,
})

/** A way to log in as the server returns it. */
export const loginAt = (nowAt: number, given: Partial<AccountLogin> = {}): AccountLogin => ({
  id: uuid(6),
  provider: 'email',
  userName: null,
  email: 'ada@lovelace.example',
  addedAt: nowAt - 90 * day,
  heldUntil: null,
  restores: true,
  contact: { kind: 'email', email: 'ada@lovelace.example' },
  isByLink: true,
  ...given,
})

export type FakeSession = AccountSession & {
  facts: AccountFacts
  logins: readonly AccountLogin[]
  /** The vault's answer to a login that shall restore the wallet. */
  restores: 'added' | 'prove-user' | 'prove-contact'
  /** The answer to the end of a freeze. */
  unfreezes: 'asked' | 'begun'
  contact: RecoveryContact | null
  factors: readonly ListedFactor[]
  /** Paths of calls and names of messages, in order. */
  readonly asked: string[]
  /** Makes calls and messages fail by name, until the name is removed. */
  readonly failing: Map<string, FoyerError | (() => FoyerError)>
}

/** A session without servers, for screens alone: `123456` is the right code. */
export function fakeSession({
  facts = {},
  loaded = { status: 'ready', userId, mode: 'auto', addresses },
  logIn = 'VERIFY_DEVICE',
  isLeftOpen = false,
  approval,
  contact = { email: 'ada@lovelace.example', next: null, asked: null },
  factors = [],
  logins = [loginAt(Date.now())],
}: {
  facts?: Partial<AccountFacts>
  loaded?: LoadedWallet
  logIn?: 'VERIFY_DEVICE' | 'VERIFY_OTP'
  /** The server considers the previous login open until the browser has signed out. */
  isLeftOpen?: boolean
  /** Decision on the link. @default none: it stays pending */
  approval?: 'approved' | 'denied' | undefined
  /** @default the recovery address is the account's */
  contact?: RecoveryContact | null
  /** @default none, as with automatic recovery */
  factors?: readonly ListedFactor[]
  /** @default an email login */
  logins?: readonly AccountLogin[]
} = {}): FakeSession {
  const asked: string[] = []
  const failing: FakeSession['failing'] = new Map()
  let txn = 5
  const begin = (name: string) => {
    asked.push(name)
    const failure = failing.get(name)
    if (failure) throw typeof failure === 'function' ? failure() : failure
  }
  const verify = ({ otp }: { otp: string }) => {
    if (otp !== '123456') throw new FoyerError('input-invalid')
  }
  const answers: Record<string, (body: never) => unknown> = {
    [readAccountFacts.path]: () => fake.facts,
    [readLogins.path]: () => ({ logins: fake.logins }),
    [readPermissions.path]: () => ({ permissions: [] }),
    [removeLogin.path]: ({ id }: { id: string }) => {
      fake.logins = fake.logins.filter((login) => login.id !== id)
      return { done: true }
    },
    [readRecoveryContact.path]: () => ({ contact: fake.contact }),
    [moveRecoveryContact.path]: () => {
      const { contact, facts } = fake
      if (contact?.email && facts.email) {
        const asked = { by: contact.email, email: facts.email, expiresAt: Date.now() + 20 * minute }
        fake.contact = { ...contact, asked }
      }
      return { status: 'asked', number: '482915', expiresAt: Date.now() + 20 * minute }
    },
    [loginEmail.path]: () => {
      if (isLeftOpen && !asked.includes('load', asked.lastIndexOf('signOut') + 1))
        return { action: 'CONNECT' }
      const link = { number: '482915', expiresAt: Date.now() + 20 * minute }
      return { action: logIn, txnId: uuid(txn++), ...(logIn === 'VERIFY_DEVICE' && link) }
    },
    [loginDevice.path]: () =>
      approval === undefined ? new Promise(() => {}) : { status: approval },
    [loginOtp.path]: (body: { otp: string }) => {
      verify(body)
      return { ticket: 'ticket' }
    },
    [stepUp.path]: () => ({ txnId: uuid(txn++) }),
    [loginSocialEnd.path]: () => ({ action: 'STEPPED_UP', until: Date.now() + 5 * minute }),
    [stepUpOtp.path]: (body: { otp: string }) => {
      verify(body)
      return { until: Date.now() + 5 * minute }
    },
    [revokeDevice.path]: ({ deviceId }: { deviceId: string }) => {
      const devices = fake.facts.devices.filter((device) => device.deviceId !== deviceId)
      fake.facts = { ...fake.facts, devices }
      return { done: true }
    },
    [signOutEverywhere.path]: () => ({ done: true }),
    [proveLoginByLink.path]: () => ({ number: '640217', expiresAt: Date.now() + 20 * minute }),
    [confirmDevice.path]: () => ({ number: '518204', expiresAt: Date.now() + 20 * minute }),
    [freezeAccount.path]: () => {
      fake.facts = { ...fake.facts, frozenAt: Date.now() }
      return { done: true }
    },
    [unfreezeAccount.path]: () =>
      fake.unfreezes === 'begun'
        ? { status: 'begun' }
        : { status: 'asked', number: '730264', expiresAt: Date.now() + 20 * minute },
  }
  const messages: Record<string, (params: never) => unknown> = {
    load: () => (asked.includes('signOut') ? { status: 'signed-out' } : loaded),
    addresses: () => addresses,
    create: () => addresses,
    recover: () => addresses,
    enrolRecovery: ({ factor }: { factor: { mode: string } }) =>
      factor.mode === 'new-code' ? { code: encodeRecoveryCode(new Uint8Array(16).fill(0xd7)) } : {},
    changeFactors: ({ change }: { change: { remove?: string } }) => {
      fake.factors = fake.factors.filter(({ id }) => id !== change.remove)
      return {}
    },
    exportOnce: () => ({
      mnemonic: ascii('test test test test test test test test test test test junk'),
      evm: new Uint8Array(32).fill(0xac),
      sol: new Uint8Array(64).fill(7),
    }),
  }
  const fake: FakeSession = {
    facts: factsAt(Date.now(), facts),
    contact,
    factors,
    logins,
    restores: 'added',
    unfreezes: 'asked',
    asked,
    failing,
    solveWork: () => Promise.reject(new Error('no work is asked for here')),
    storage: 'kept',
    keys: {
      ask: async (name: string, params: unknown) => {
        begin(name)
        return messages[name]?.(params as never) as never
      },
      device: () => undefined,
      close() {},
    } as unknown as AccountSession['keys'],
    async call<endpoint extends Endpoint>({ path }: endpoint, body: unknown) {
      begin(path)
      const answer = answers[path]
      if (answer === undefined) throw new Error(`The test has no answer to ${path}`)
      return (await answer(body as never)) as never
    },
    async callVault({ path }) {
      begin(path)
      if (path === recoveryContactAdd.path) return { status: fake.restores } as never
      return { passkeys: [], factors: fake.factors } as never
    },
    async complete(loaded) {
      if (loaded.status !== 'create' && (loaded.status !== 'recover' || loaded.mode !== 'auto'))
        return loaded
      const addresses = await fake.keys.ask(loaded.status, {})
      return { status: 'ready', userId: loaded.userId, mode: 'auto', addresses }
    },
    async logIn() {
      begin('logIn')
      return { status: 'ready', userId, mode: 'auto', addresses }
    },
    async signOut() {
      begin('signOut')
    },
  }
  return fake
}
