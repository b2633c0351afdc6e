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
import type { Boot } from '../boot.ts'
import { createStoreClient, StoreAnswer, type StoreClient } from '../worker/http/callStore.ts'
import { type KeyThread, openKeyWorker } from '../worker/openKeyWorker.ts'
import { type DeviceStore, openDeviceStore } from '../worker/store/deviceStore.ts'
import { endSession } from '../worker/store/endSession.ts'
import type { LoadedWallet } from '../worker/wallet/loadWallet.ts'
import { openScripts, type Scripts } from './openScripts.ts'

export type { LoadedWallet }

/** This device at the login server: its keys, its calls, its user. One per document. */
export type LoginSession = Scripts & {
  readonly keys: KeyThread
  /** Rejects when the key worker's file is not the one that was built: nothing works then. */
  readonly ready: Promise<unknown>
  /** Tells whether this browser stores the device; if not, a reload signs out. */
  readonly storage: DeviceStore['kind']
  /**
   * Calls the login server with a proof of this device.
   *
   * @throws {@link FoyerError} what the server says, `request-timed-out`, `request-aborted`, `http-failed`
   */
  call<endpoint extends Endpoint>(
    endpoint: endpoint,
    body: BodyOf<endpoint>,
    options?: { signal?: AbortSignal | undefined; limitMs?: number | undefined },
  ): Promise<ResponseOf<endpoint>>
  /** The same to the vault. */
  callVault: LoginSession['call']
  /** Creates or restores the wallet where that needs no user; the result tells what is left for them to do. */
  complete(loaded: LoadedWallet): Promise<LoadedWallet>
  /** Redeems the ticket of a login, and completes it. */
  logIn(ticket: string): Promise<LoadedWallet>
  /** Restores the session from before a reload; `signed-out` when there is none. */
  restore(): Promise<LoadedWallet>
  /** Ends the session on this device, whatever the server does; the server is notified afterwards. */
  signOut(): Promise<void>
}

/**
 * Time limit for storage on sign-out, so that a hanging one does not keep a user signed in, in ms. @source security
 * 2.13
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
  // Later requests report the error; without any it can be ignored.
  ready.catch(() => {})
  const { ask, ...thread } = openKeyWorker({
    authUrl,
    createThread: () => {
      if (createThread) return createThread()
      throw new FoyerError('internal', { details: 'The key worker is not there yet.' })
    },
    surface,
    vaultUrl: boot.vaultUrl,
  })
  const keys: KeyThread = { ...thread, ask: (name, params) => ready.then(() => ask(name, params)) }
  const kept = await openDeviceStore({ onChange: () => {} })
  const store: DeviceStore = kept.kind === 'kept' ? kept : threadStore(keys)

  /** The client of one server; recreated when the device changes. */
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
  let telling = Promise.resolve()
  const callBy =
    (read: () => Promise<StoreClient>): LoginSession['call'] =>
    async (endpoint, body, options) => {
      // Otherwise a login right after a sign-out would still find the old one open at the server.
      await telling
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

  const tellRevoked = async (sids: readonly string[]) => {
    if (sids.length === 0) return
    try {
      const calls = await readClient()
      await calls.call(revokeSessions, { sids: [...sids] }, { keepalive: true })
    } catch {
      // They stay in the record: the next load reports them again.
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
    callVault: callBy(readVaultClient),
    complete,
    logIn: async (ticket) => complete(await keys.ask('load', { ticket })),
    restore: async () => complete(await keys.ask('load', {})),
    async signOut() {
      keys.close()
      const late = passed(signOutMs).then((): readonly string[] => [])
      const ended = Promise.race([endSession(store), late])
      telling = ended.then((sids) => Promise.race([tellRevoked(sids), passed(signOutMs)]))
      await ended
    },
  }
}

const passed = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/** A device store for browsers without storage: backed by the worker's thread. */
function threadStore(keys: KeyThread): DeviceStore {
  return {
    kind: 'memory',
    read: async () => keys.device(),
    update: async (change) => keys.setDevice(change(keys.device())),
  }
}

/** The worker creates the record, at its first message. */
async function readDevice(store: DeviceStore, keys: KeyThread): Promise<DeviceV1> {
  const present = await store.read()
  if (present) return present
  await keys.ask('load', {})
  const made = await store.read()
  if (made) return made
  throw new FoyerError('internal', { details: 'This browser makes no device keys.' })
}

/**
 * Replaces an error by the server's own code and sentence, which a user may read; errors of share endpoints stay
 * unchanged.
 */
function inServersWords(error: unknown): unknown {
  if (!(error instanceof FoyerError) || !(error.cause instanceof StoreAnswer)) return error
  const { code, sentence } = error.cause
  if (!Object.hasOwn(errors, code)) return error
  return fromFrameError({ code, rpcCode: errors[code as ErrorCode][1], message: sentence })
}
