import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Engine, keyActions, pointerActions, type Tab } from './engine.ts'

/** Path of Firefox: `FIREFOX`, or Debian's package `firefox-esr`. */
export const findFirefox = (): string | undefined =>
  [process.env.FIREFOX, '/usr/bin/firefox-esr', '/usr/bin/firefox'].find(
    (path) => path && existsSync(path),
  )

const startLimitMs = 60_000

/** Preferences: no prompts, no stored state, light colours. */
const preferences = {
  'app.normandy.enabled': false,
  'app.update.disabledForTesting': true,
  'browser.safebrowsing.update.enabled': false,
  'browser.shell.checkDefaultBrowser': false,
  'browser.startup.homepage_override.mstone': 'ignore',
  'datareporting.policy.dataSubmissionEnabled': false,
  'dom.events.testing.asyncClipboard': true,
  'extensions.getAddons.cache.enabled': false,
  'layout.css.prefers-color-scheme.content-override': 1,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'services.settings.server': 'data:,',
  'toolkit.telemetry.reportingpolicy.firstRun': false,
}

type Reply = { id?: number; type: string; result?: unknown; error?: string; message?: string }
type Context = { context: string; url: string; children: Context[] | null }

/** One WebDriver BiDi connection. @source https://www.w3.org/TR/webdriver-bidi/ */
async function connectBiDi(url: string) {
  const socket = new WebSocket(`${url}/session`)
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve)
    socket.addEventListener('error', () => reject(new Error('Firefox refuses a connection.')))
  })
  const waiting = new Map<number, (reply: Reply) => void>()
  socket.addEventListener('message', ({ data }) => {
    const reply = JSON.parse(String(data)) as Reply
    if (reply.id === undefined) return
    waiting.get(reply.id)?.(reply)
    waiting.delete(reply.id)
  })
  socket.addEventListener('close', () => {
    for (const settle of waiting.values()) settle({ type: 'error', message: 'Firefox ended.' })
    waiting.clear()
  })
  let last = 0
  return {
    async call<result>(method: string, params: object = {}): Promise<result> {
      const id = ++last
      const reply = await new Promise<Reply>((resolve) => {
        waiting.set(id, resolve)
        socket.send(JSON.stringify({ id, method, params }))
      })
      if (reply.type === 'error') throw new Error(`${method}: ${reply.error} ${reply.message}`)
      return reply.result as result
    },
    close: () => socket.close(),
  }
}

/** Starts Firefox without a window, driven by WebDriver BiDi. @throws Error if it does not start within 60 s */
export async function startFirefox(): Promise<Engine> {
  const profile = await mkdtemp(join(tmpdir(), 'foyer-firefox-'))
  const lines = Object.entries(preferences).map(
    ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`,
  )
  await writeFile(join(profile, 'user.js'), lines.join('\n'))
  const program = findFirefox()
  if (program === undefined) throw new Error('There is no Firefox: name one in FIREFOX.')
  const args = ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port', '0']
  const browser = spawn(program, args, { stdio: ['ignore', 'ignore', 'pipe'] })
  const address = await new Promise<string>((resolve, reject) => {
    let said = ''
    const timer = setTimeout(
      () => reject(new Error(`Firefox did not start:\n${said}`)),
      startLimitMs,
    )
    browser.once('exit', () => reject(new Error(`Firefox ended:\n${said}`)))
    browser.stderr.on('data', (data) => {
      said += String(data)
      const found = /WebDriver BiDi listening on (ws:\S+)/.exec(said)
      if (!found?.[1]) return
      clearTimeout(timer)
      resolve(found[1])
    })
  })
  const { call, close } = await connectBiDi(address)
  await call('session.new', { capabilities: {} })

  const readTree = async (root?: string) =>
    (await call<{ contexts: Context[] }>('browsingContext.getTree', root ? { root } : {})).contexts

  async function runIn(context: string, script: string, input: unknown): Promise<unknown> {
    const answer = await call<{
      type: string
      result?: { value?: string }
      exceptionDetails?: { text: string }
    }>('script.callFunction', {
      functionDeclaration: `async (json) => JSON.stringify({ value: await (${script})(JSON.parse(json)) })`,
      arguments: [{ type: 'string', value: JSON.stringify(input ?? null) }],
      awaitPromise: true,
      target: { context },
    })
    if (answer.type !== 'success') throw new Error(answer.exceptionDetails?.text)
    return (JSON.parse(answer.result?.value ?? '{}') as { value?: unknown }).value
  }

  /** Finds the frame whose URL starts with the element's `src`. */
  async function findFrame(id: string, selector: string): Promise<string> {
    const src = (await runIn(
      id,
      String((query: string) => document.querySelector<HTMLIFrameElement>(query)?.src),
      selector,
    )) as string | undefined
    const [top] = await readTree(id)
    const origin = src && new URL(src).origin
    const frame = top?.children?.find(
      ({ url }) => URL.canParse(url) && new URL(url).origin === origin,
    )
    if (!frame) throw new Error(`There is no frame ${selector}.`)
    return frame.context
  }

  const tabOf = (id: string): Tab => ({
    id,
    async run(script, input, frame) {
      const context = frame === undefined ? id : await findFrame(id, frame)
      return (await runIn(context, String(script), input)) as never
    },
    point: (steps) => call('input.performActions', { context: id, actions: pointerActions(steps) }),
    type: (text) => call('input.performActions', { context: id, actions: keyActions(text) }),
    goto: (url) => call('browsingContext.navigate', { context: id, url, wait: 'complete' }),
    activate: () => call('browsingContext.activate', { context: id }),
    async screenshot() {
      const { data } = await call<{ data: string }>('browsingContext.captureScreenshot', {
        context: id,
      })
      return Buffer.from(data, 'base64')
    },
    close: () => call('browsingContext.close', { context: id }),
  })

  // Keep one tab open, because the browser exits with its last tab.
  const blank = (await readTree())[0]?.context

  return {
    name: 'firefox',
    async open(url, viewport) {
      const { context } = await call<{ context: string }>('browsingContext.create', { type: 'tab' })
      const tab = tabOf(context)
      await tab.activate()
      if (viewport) await call('browsingContext.setViewport', { context, viewport })
      await tab.goto(url)
      return tab
    },
    tabs: async () =>
      (await readTree())
        .map(({ context }) => context)
        .filter((id) => id !== blank)
        .map(tabOf),
    async stop() {
      const ended = new Promise((resolve) => browser.once('exit', resolve))
      await call('browser.close').catch(() => browser.kill())
      close()
      await ended
      await rm(profile, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}
