import {
  type BodyOf,
  type Endpoint,
  type ErrorCode,
  errors,
  FoyerError,
  type ResponseOf,
} from '@foyer/protocol'
import { type DeviceV1, revokeSessions } from '@foyer/protocol/custody'
import { fromFrameError } from '@foyer/protocol/frame'
import { type Boot, readSmartAccounts } from '../boot.ts'
import { createStoreClient, StoreAnswer, type StoreClient } from '../worker/http/callStore.ts'
import { type KeyThread, openKeyWorker } from '../worker/openKeyWorker.ts'
import { type DeviceStore, openDeviceStore } from '../worker/store/deviceStore.ts'
import { endSession } from '../worker/store/endSession.ts'
import type { LoadedWallet } from '../worker/wallet/loadedWallet.ts'
import { openScripts, type Scripts } from './openScripts.ts'
import { createSolveWork } from './solveWork.ts'

export type { LoadedWallet }

/** This device's session at the login server: its keys, calls and user. One per document. */
export type LoginSession = Scripts & {
  readonly keys: KeyThread
  /** Rejects when the key worker's file can not be loaded or does not match its hash; every later call then rejects. */
  readonly ready: Promise<unknown>
  /** `kept`: the browser stores the device. `memory`: it denies storage, and a reload signs out. */
  readonly storage: DeviceStore['kind']
  /**
   * Calls the login server with a DPoP proof of this device.
   *
   * @throws {@link FoyerError} the server's error, `request-timed-out`, `request-aborted`, `http-failed`
   */
  call<endpoint extends Endpoint>(
    endpoint: endpoint,
    body: BodyOf<endpoint>,
    options?: { signal?: AbortSignal | undefined; limitMs?: number | undefined },
  ): Promise<ResponseOf<endpoint>>
  /** Does the work that a server asks for before it mails. @returns The solution */
  solveWork(challenge: string): Promise<string>
  /** Like `call`, to the vault. */
  callVault: LoginSession['call']
  /** Creates or restores the wallet if no user action is needed. @returns The new state, `ready` or `recover` if one is. */
  complete(loaded: LoadedWallet): Promise<LoadedWallet>
  /** Redeems the ticket of a login, and completes it. */
  logIn(ticket: string): Promise<LoadedWallet>
  /** Restores the session from before a reload; `signed-out` when there is none. */
  restore(): Promise<LoadedWallet>
  /** Ends the session on this device without waiting for the server, which is notified afterwards. */
  signOut(): Promise<void>
}

/**
 * Time limit of storage, and of notifying the server, on sign-out, in ms: neither may keep a user signed in.
 * @source security 2.13
 */
const signOutMs = 2_000

/** Opens the session of this document: loads the key worker's file, and makes no other request. */
export async function openSession({
  boot,
  surface,
}: {
  boot: Boot
  surface: 'frame' | 'export'
}): Promise<LoginSession> {
  const { importScript, openThread } = openScripts(boot.parts)
  const authUrl = location.origin
  const opening = openThread(boot.parts.worker)
  let createThread: (() => Worker) | undefined
  const ready = opening.then((create) => {
    createThread = create
  })
  // Not an unhandled rejection: each later request reports the error.
  ready.catch(() => {})
  const { ask, ...thread } = openKeyWorker({
    authUrl,
    createThread: () => {
      if (createThread) return createThread()
      throw new FoyerError('internal', { details: 'The key worker is not there yet.' })
    },
    smartAccounts: readSmartAccounts(boot.networks),
    surface,
    vaultUrl: boot.vaultUrl,
  })
  const keys: KeyThread = { ...thread, ask: (name, params) => ready.then(() => ask(name, params)) }
  const ownStore = await openDeviceStore({ onChange: () => {} })
  const store: DeviceStore = ownStore.kind === 'kept' ? ownStore : threadStore(keys)

  /** Makes a function that returns the client of one server; the client is recreated when the device's key changes. */
  const clientOf = (baseUrl: string) => {
    let client: { jkt: string; calls: StoreClient } | undefined
    return async (): Promise<StoreClient> => {
      const device = await readDevice(store, keys)
      if (client?.jkt !== device.jkt) {
        const send = globalThis.fetch.bind(globalThis)
        client = { jkt: device.jkt, calls: createStoreClient({ baseUrl, device, fetch: send }) }
      }
      return client.calls
    }
  }
  const readClient = clientOf(authUrl)
  const readVaultClient = clientOf(boot.vaultUrl)
  let reporting = Promise.resolve()
  const callBy =
    (read: () => Promise<StoreClient>): LoginSession['call'] =>
    async (endpoint, body, options) => {
      // Wait for the sign-out's notice: otherwise the server would still consider the old login open.
      await reporting
      try {
        return await (await read()).call(endpoint, body, options)
      } catch (error) {
        throw inServersWords(error)
      }
    }

  const complete = async (loaded: LoadedWallet): Promise<LoadedWallet> => {
    if (loaded.status === 'create') {
      const addresses = await keys.ask('create', {})
      return { status: 'ready', userId: loaded.userId, mode: 'auto', addresses }
    }
    if (loaded.status === 'recover' && loaded.mode === 'auto') {
      const { mode, userId } = loaded
      return { status: 'ready', userId, mode, addresses: await keys.ask('recover', {}) }
    }
    return loaded
  }

  const reportRevoked = async (sids: readonly string[]) => {
    if (sids.length === 0) return
    try {
      const calls = await readClient()
      await calls.call(revokeSessions, { sids: [...sids] }, { keepalive: true })
    } catch {
      // The ids stay in the device record; the next load reports them again.
      return
    }
    await store.update((device) => {
      if (!device) return device
      const { pendingRevoke = [], ...rest } = device
      const left = pendingRevoke.filter((sid) => !sids.includes(sid))
      return left.length > 0 ? { ...rest, pendingRevoke: left } : rest
    })
  }

  return {
    keys,
    ready,
    importScript,
    openThread,
    storage: store.kind,
    call: callBy(readClient),
    solveWork: createSolveWork({ openThread }, boot.parts.work),
    callVault: callBy(readVaultClient),
    complete,
    logIn: async (ticket) => complete(await keys.ask('load', { ticket })),
    restore: async () => complete(await keys.ask('load', {})),
    async signOut() {
      keys.close()
      const timeout = delay(signOutMs).then((): readonly string[] => [])
      const ended = Promise.race([endSession(store), timeout])
      reporting = ended.then((sids) => Promise.race([reportRevoked(sids), delay(signOutMs)]))
      await ended
    },
  }
}

const delay = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/** Makes a device store for browsers without storage: the record is kept in this page and handed to the worker. */
function threadStore(keys: KeyThread): DeviceStore {
  return {
    kind: 'memory',
    read: async () => keys.device(),
    update: async (change) => keys.setDevice(change(keys.device())),
  }
}

/** Reads the device record, which the worker creates at its first message. */
async function readDevice(store: DeviceStore, keys: KeyThread): Promise<DeviceV1> {
  const present = await store.read()
  if (present) return present
  await keys.ask('load', {})
  const made = await store.read()
  if (made) return made
  throw new FoyerError('internal', { details: 'This browser makes no device keys.' })
}

/**
 * Converts a client error to a `FoyerError` with the server's code and sentence, which may be shown to the user. Errors
 * of share endpoints stay unchanged.
 */
function inServersWords(error: unknown): unknown {
  if (!(error instanceof FoyerError) || !(error.cause instanceof StoreAnswer)) return error
  const { code, sentence } = error.cause
  if (!Object.hasOwn(errors, code)) return error
  return fromFrameError({ code, rpcCode: errors[code as ErrorCode][1], message: sentence })
}
