import type { SignRequest } from '@foyer/decode'
import { FoyerError } from '@foyer/protocol'
import { type DeviceV1, equalBytes } from '@foyer/protocol/custody'
import { decisionMs } from '@foyer/protocol/frame'
import { sha256 } from '@noble/hashes/sha2.js'
import * as v from 'valibot'
import type { SmartAccounts } from './evm/prepareAccount.ts'
import { createStoreClient } from './http/callStore.ts'
import { createSession } from './http/createSession.ts'
import type { Addresses } from './keys/addressesOf.ts'
import { type GivenFactor, type KeyMessage, keyMessages } from './messages.ts'
import { prepareRequest } from './preparedRequest.ts'
import type { PreparedRequest } from './signer.ts'
import { ensureDevice } from './store/createDevice.ts'
import { type DeviceStore, openDeviceStore } from './store/deviceStore.ts'
import { changeFactors } from './wallet/changeFactors.ts'
import { createWallet } from './wallet/createWallet.ts'
import { enrolRecovery } from './wallet/enrolRecovery.ts'
import { type ExportedWallet, exportWallet } from './wallet/exportWallet.ts'
import { forgetDevice } from './wallet/forgetDevice.ts'
import type { LoadedWallet, ReadyWallet } from './wallet/loadedWallet.ts'
import { loadWallet } from './wallet/loadWallet.ts'
import { readOwnAddresses } from './wallet/openOwnWallet.ts'
import {
  changePasskeyFactors,
  importPasskeyWallet,
  openPasskeyWallet,
  readPasskeyWallet,
  stepUpPasskeyWallet,
} from './wallet/passkeyWallet.ts'
import { recoverWallet } from './wallet/recoverWallet.ts'
import { decodeRecoveryCode, encodeRecoveryCode } from './wallet/recoveryCode.ts'
import type { Factor } from './wallet/recoveryFactor.ts'
import { signPrepared } from './wallet/signPrepared.ts'
import type { WalletContext } from './wallet/walletContext.ts'

/** Options that the page passes when it starts the worker. */
export type KeyWorkerOptions = {
  /** Origin of the login server, A. */
  authUrl: string
  /** Origin of the recovery vault, B. */
  vaultUrl: string
  /** `export` on the top-level page `/export`, else `frame`. Set by the page's code; A checks it again. */
  surface: 'frame' | 'export'
  /** The code that accounts of each network may run, by CAIP-2 id. @default none */
  smartAccounts?: SmartAccounts | undefined
  /** Device record of this page's previous worker, in a browser that denies storage. */
  device?: DeviceV1 | undefined
  /** Called with each new device record in a browser that denies storage. */
  onDevice?: (device: DeviceV1 | undefined) => void
  /** @default the browser's */
  store?: DeviceStore
  /** @default globalThis.fetch */
  fetch?: typeof fetch
}

/** Handles the messages of {@link keyMessages}. */
export type KeyWorker = {
  /** @throws {@link FoyerError} `method-not-found`, `params-invalid`, and what the operation throws */
  handle(name: string, params: unknown): Promise<unknown>
  /** Returns the number of prepared requests that wait for the user's decision. */
  waiting(): number
}

/** Result of each message. */
export type KeyAnswers = {
  create: Addresses
  load: LoadedWallet & { deviceId: string; jkt: string; storage: DeviceStore['kind'] }
  addresses: Addresses
  /** `request` is the worker's own copy of the request; the page describes this copy to the user. */
  prepare: { digest: string; request: SignRequest }
  sign: unknown
  enrolRecovery: { code?: Uint8Array<ArrayBuffer> }
  changeFactors: Record<string, never>
  openByFactor: ReadyWallet
  importWallet: { addresses: Addresses; opened?: ReadyWallet }
  stepUp: { until: number }
  recover: Addresses
  exportOnce: ExportedWallet
  forget: Record<string, never>
}

/** Maximum of prepared requests that wait for a decision. @source security 3.3 */
const maxRequests = 99

/**
 * Makes the key worker, independent of the thread it runs in. No key stays in memory between two operations.
 */
export async function createKeyWorker(options: KeyWorkerOptions): Promise<KeyWorker> {
  const { authUrl, vaultUrl, surface, fetch: send = globalThis.fetch.bind(globalThis) } = options
  const store =
    options.store ??
    (await openDeviceStore({ given: options.device, onChange: options.onDevice ?? (() => {}) }))
  const requests = new Map<
    string,
    { prepared: PreparedRequest; shown: Addresses; untilMs: number }
  >()
  let context: WalletContext | undefined
  let codeHash: Uint8Array | undefined
  let exported = false

  const open = async (): Promise<WalletContext> => {
    if (context) return context
    const device = await ensureDevice(store)
    const auth = createStoreClient({ baseUrl: authUrl, device, fetch: send })
    const vault = createStoreClient({ baseUrl: vaultUrl, device, fetch: send })
    context = { auth, vault, device, store, session: createSession({ auth, device, store }) }
    return context
  }

  /** Converts the given factor: decodes a recovery code to its secret bytes, and wipes the typed text. */
  const toFactor = (given: GivenFactor | undefined): Factor | undefined => {
    if (given?.mode !== 'code') return given
    try {
      return { mode: 'code', secret: decodeRecoveryCode(given.secret) }
    } finally {
      given.secret.fill(0)
    }
  }

  /** Runs an operation with the given factor, and wipes it afterwards. */
  const wiping = async <result>(
    given: GivenFactor | undefined,
    run: (factor: Factor | undefined) => Promise<result>,
  ): Promise<result> => {
    const factor = toFactor(given)
    try {
      return await run(factor)
    } finally {
      factor?.secret.fill(0)
    }
  }

  /** Requires a typed code to be the one that was shown last. @throws {@link FoyerError} `input-invalid` */
  const mustBeShown = (factor: Factor | undefined) => {
    if (factor?.mode === 'code' && !(codeHash && equalBytes(sha256(factor.secret), codeHash)))
      throw new FoyerError('input-invalid', { details: 'This is not the code that was shown.' })
  }

  const answers: {
    [name in KeyMessage]: (
      params: v.InferOutput<(typeof keyMessages)[name]>,
      context: WalletContext,
    ) => Promise<KeyAnswers[name]>
  } = {
    create: (_, wallet) => createWallet(wallet),
    async load({ ticket }, wallet) {
      const { deviceId, jkt } = wallet.device
      return { ...(await loadWallet(wallet, { ticket })), deviceId, jkt, storage: store.kind }
    },
    addresses: (_, wallet) => readOwnAddresses(wallet),
    async prepare({ rid, request }, wallet) {
      const nowMs = Date.now()
      for (const [id, { untilMs }] of requests) if (untilMs <= nowMs) requests.delete(id)
      if (requests.has(rid) || requests.size >= maxRequests)
        throw new FoyerError('request-pending', { details: 'This request is prepared already.' })
      const shown = await readOwnAddresses(wallet)
      const prepared = prepareRequest(request, shown, options.smartAccounts)
      requests.set(rid, { prepared, shown, untilMs: nowMs + decisionMs })
      return { digest: prepared.digest, request }
    },
    async sign({ rid, digest, factor }, wallet) {
      const request = requests.get(rid)
      // Deleted before the checks: a prepared request can be used once, also when signing fails.
      requests.delete(rid)
      if (!request || request.untilMs <= Date.now())
        throw new FoyerError('request-aborted', { details: 'No such request waits.' })
      if (request.prepared.digest !== digest)
        throw new FoyerError('unauthorized', { details: 'Something else was approved.' })
      const { prepared, shown } = request
      return wiping(factor, (opened) =>
        signPrepared(wallet, { prepared, rid, shown, factor: opened }),
      )
    },
    async enrolRecovery({ factor, present }, wallet) {
      if (factor.mode === 'new-code') {
        const secret = crypto.getRandomValues(new Uint8Array(16))
        codeHash = sha256(secret)
        const code = encodeRecoveryCode(secret)
        secret.fill(0)
        return { code }
      }
      const next = factor.mode === 'auto' ? undefined : toFactor(factor)
      mustBeShown(next)
      try {
        await enrolRecovery(wallet, { factor: next, present: toFactor(present) })
        codeHash = undefined
        return {}
      } finally {
        next?.secret.fill(0)
        present?.secret.fill(0)
      }
    },
    async changeFactors({ change, present }, wallet) {
      const add = 'add' in change ? toFactor(change.add) : undefined
      mustBeShown(add)
      const opens = toFactor(present)!
      try {
        const wanted = 'remove' in change ? change : { add: add! }
        const held = await readPasskeyWallet(wallet)
        const given = { change: wanted, present: opens }
        if (held) await changePasskeyFactors(wallet, { ...given, wallet: held })
        else await changeFactors(wallet, given)
        if (add?.mode === 'code') codeHash = undefined
        return {}
      } finally {
        add?.secret.fill(0)
        opens.secret.fill(0)
      }
    },
    openByFactor: ({ create, factor, site }, wallet) =>
      wiping(factor, (opened) => openPasskeyWallet(wallet, { create, site, factor: opened! })),
    async importWallet({ factor, typed }, wallet) {
      try {
        return await wiping(factor, (opened) =>
          importPasskeyWallet(wallet, { typed, factor: opened }),
        )
      } finally {
        typed.fill(0)
      }
    },
    async stepUp({ factor }, wallet) {
      const held = await readPasskeyWallet(wallet)
      if (!held) throw new FoyerError('action-not-allowed', { details: 'A code comes by mail.' })
      return wiping(factor, (opened) =>
        stepUpPasskeyWallet(wallet, { wallet: held, factor: opened! }),
      )
    },
    recover: ({ evidence, factor }, wallet) =>
      wiping(factor, (opened) => recoverWallet(wallet, { evidence, factor: opened })),
    async exportOnce({ factor }, wallet) {
      if (surface !== 'export' || exported)
        throw new FoyerError('action-not-allowed', {
          details: 'A wallet is exported once, on the page /export.',
        })
      const words = await wiping(factor, (opened) => exportWallet(wallet, { factor: opened }))
      exported = true
      return words
    },
    async forget(_, wallet) {
      await forgetDevice(wallet)
      context = undefined
      requests.clear()
      return {}
    },
  }

  return {
    waiting: () => requests.size,
    async handle(name, params) {
      if (!Object.hasOwn(keyMessages, name))
        throw new FoyerError('method-not-found', { details: 'The key worker has no such message.' })
      const message = name as KeyMessage
      const parsed = v.safeParse(keyMessages[message], params)
      if (!parsed.success)
        throw new FoyerError('params-invalid', { details: v.getDotPath(parsed.issues[0]) ?? name })
      const answer = answers[message] as (
        params: unknown,
        context: WalletContext,
      ) => Promise<unknown>
      return answer(parsed.output, await open())
    },
  }
}
