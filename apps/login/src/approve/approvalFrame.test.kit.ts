import { type ErrorCode, FoyerError } from '@foyer/protocol'
import type { FrameTheme } from '@foyer/protocol/frame'
import { servePopup } from '../popup/servePopup.ts'
import type { Approval, ApprovalStatus, Decision } from './approval.ts'
import { hasVisibilityObserver } from './choosePlace.ts'
import type * as ApproveParts from './main.tsx'
import { type SceneName, sceneOf } from './scenes.test.kit.ts'

/** A frame with the real approval screens, without a wallet. */
const decisions: Decision[] = []
const heights: number[] = []
const blocked: string[] = []
let shown: { approval: Approval; mounted: ApproveParts.MountedApproval } | undefined
let served: { approval: Approval; popup: ReturnType<typeof servePopup> } | undefined

type Options = {
  change?: Partial<Approval>
  /** Text in every place where a stranger's text is shown. */
  payload?: string
  status?: ApprovalStatus
  surface?: 'inline' | 'popup'
  theme?: FrameTheme
}

async function show(name: SceneName, options: Options = {}): Promise<void> {
  // As the frame does it: the part is a module of its own.
  const path = '/approve.js'
  const { mountApproval } = (await import(/* @vite-ignore */ path)) as typeof ApproveParts
  shown?.mounted.unmount()
  decisions.length = 0
  const { change, payload, status, surface, theme } = options
  const scene = sceneOf(name, change)
  const approval = payload === undefined ? scene : poison(scene, payload)
  const root = document.body.appendChild(document.createElement('div'))
  const mounted = mountApproval(root, {
    approval,
    status,
    surface,
    theme,
    onDecision: (decision) => decisions.push(decision),
    onHeight: (height) => heights.push(height),
    onBlocked: (why) => blocked.push(why),
  })
  shown = { approval, mounted }
}

/** The factor collected to open a wallet; `secret` is copied before it is wiped. */
type Collected = { mode: string; secret: number[]; kept: Uint8Array; evidence: unknown }
const collected: Collected[] = []
let unlocking: ApproveParts.MountedCard | undefined

/** @param answers - What opening the wallet throws, try after try; then it opens. */
async function unlock(
  modes: 'passkey' | 'code' | readonly ['passkey' | 'code', ...('passkey' | 'code')[]],
  { answers = [], options }: { answers?: ErrorCode[]; options?: unknown } = {},
): Promise<void> {
  const path = '/approve.js'
  const { mountUnlock } = (await import(/* @vite-ignore */ path)) as typeof ApproveParts
  shown?.mounted.unmount()
  shown = undefined
  unlocking?.unmount()
  collected.length = 0
  unlocking = mountUnlock(document.body.appendChild(document.createElement('div')), {
    modes: typeof modes === 'string' ? [modes] : modes,
    origin: 'https://app.gallery.example',
    email: 'ada@example.com',
    readPasskeyOptions: async () => options,
    onHeight: (height) => heights.push(height),
    onCancel: () => blocked.push('cancelled'),
    async onFactor({ evidence, factor }) {
      const { mode, secret } = factor
      collected.push({ mode, secret: [...secret], kept: secret, evidence })
      const code = answers.shift()
      if (code) throw new FoyerError(code)
    },
  })
}

/** The same request with a payload in each foreign text. */
function poison(approval: Approval, payload: string): Approval {
  const description = JSON.parse(
    JSON.stringify(approval.description, (_, value: unknown) =>
      typeof value === 'bigint' ? { $bigint: String(value) } : value,
    ),
    (key, value: unknown) => {
      if (value !== null && typeof value === 'object' && '$bigint' in value)
        return BigInt(String(value.$bigint))
      const isText = ['text', 'name', 'symbol', 'address', 'target', 'hex', 'primaryType', 'type']
      return typeof value === 'string' && isText.includes(key) ? payload : value
    },
  ) as Approval['description']
  return {
    ...approval,
    description,
    account: payload,
    claims: { name: payload, icon: payload },
    network: { ...approval.network, name: payload },
  }
}

function serve(name: SceneName, change: Partial<Approval> = {}): string {
  served?.popup.close()
  decisions.length = 0
  const approval = sceneOf(name, { rid: crypto.randomUUID(), ...change })
  const popup = servePopup(approval, { onDecision: (decision) => decisions.push(decision) })
  served = { approval, popup }
  return approval.rid
}

const harness = {
  blocked,
  collected,
  decisions,
  heights,
  serve,
  show,
  unlock,
  hasIo2: () => hasVisibilityObserver(window),
  say: (status: ApprovalStatus) => served?.popup.show(served.approval, status),
  end: () => served?.popup.close(),
  theme: (theme: FrameTheme) => shown?.mounted.update({ theme }),
  update: (status: ApprovalStatus) => shown?.mounted.update({ status }),
}
export type ApprovalFrame = typeof harness
Object.assign(window, { harness })
