import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, globSync } from 'node:fs'
import { freePort } from '@foyer/devnet'
import { type Engine, keyActions, pointerActions, type Size, type Tab } from './engine.ts'
import { until } from './engineUser.ts'

const programs = {
  driver: '/usr/bin/WebKitWebDriver',
  screen: '/usr/bin/Xvfb',
  windows: '/usr/bin/openbox',
}

/** The browser of Debian's package `webkit2gtk-driver`; it also needs Xvfb and openbox. */
export const findWebKit = (): string | undefined =>
  Object.values(programs).every((path) => existsSync(path))
    ? globSync('/usr/lib/*/webkit2gtk-4.1/MiniBrowser')[0]
    : undefined

const startLimitMs = 30_000

/** A virtual screen with a window manager, without which no window has the focus. */
async function startScreen(): Promise<{ display: string; stop: () => void }> {
  const screen = spawn(programs.screen, ['-displayfd', '3', '-screen', '0', '1280x960x24'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  })
  const number = await new Promise<string>((resolve, reject) => {
    screen.once('exit', () => reject(new Error('Xvfb did not start.')))
    screen.stdio[3]?.once('data', (data) => resolve(String(data).trim()))
  })
  const display = `:${number}`
  const manager = spawn(programs.windows, [], {
    stdio: 'ignore',
    env: { ...process.env, DISPLAY: display },
  })
  return {
    display,
    stop() {
      manager.kill()
      screen.kill()
    },
  }
}

/** Polls until the driver listens. */
async function waitForDriver(url: string, driver: ChildProcess): Promise<void> {
  const endsAt = Date.now() + startLimitMs
  while (
    !(await fetch(`${url}/status`).then(
      ({ ok }) => ok,
      () => false,
    ))
  ) {
    if (driver.exitCode !== null || Date.now() > endsAt)
      throw new Error('WebKitWebDriver did not start.')
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

/** Starts WebKitGTK's MiniBrowser on a virtual screen, driven by WebDriver. */
export async function startWebKit(): Promise<Engine> {
  const binary = findWebKit()
  if (binary === undefined)
    throw new Error('There is no WebKitGTK with its driver, Xvfb and openbox.')
  const screen = await startScreen()
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const driver = spawn(programs.driver, [`--port=${port}`], {
    stdio: 'ignore',
    env: {
      ...process.env,
      DISPLAY: screen.display,
      GTK_THEME: 'Adwaita',
      // Its own sandbox needs permissions that a container lacks.
      WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
      LIBGL_ALWAYS_SOFTWARE: '1',
    },
  })
  await waitForDriver(url, driver)

  async function call<value>(method: string, path: string, body?: object): Promise<value> {
    const response = await fetch(url + path, {
      method,
      ...(body && { body: JSON.stringify(body) }),
    })
    const { value } = (await response.json()) as { value: { error?: string; message?: string } }
    if (!response.ok) throw new Error(`${method} ${path}: ${value.error} ${value.message}`)
    return value as value
  }

  const { sessionId } = await call<{ sessionId: string }>('POST', '/session', {
    capabilities: {
      alwaysMatch: {
        browserName: 'MiniBrowser',
        unhandledPromptBehavior: 'ignore',
        'webkitgtk:browserOptions': { binary, args: ['--automation'] },
      },
    },
  })
  const session = `/session/${sessionId}`
  const post = <value>(path: string, body: object = {}) => call<value>('POST', session + path, body)
  const listTabs = () => call<string[]>('GET', `${session}/window/handles`)
  // Keep one window open, because the browser exits with its last window.
  const [blank] = await listTabs()

  // The driver has one current window and one current frame, so calls must not overlap.
  let queue: Promise<unknown> = Promise.resolve()
  function inTab<value>(id: string, act: () => Promise<value>): Promise<value> {
    const turn = queue.then(async () => {
      await post('/window', { handle: id })
      await post('/frame', { id: null })
      return act()
    })
    queue = turn.catch(() => {})
    return turn
  }

  const tabOf = (id: string): Tab => ({
    id,
    run: (script, input, frame) =>
      inTab(id, async () => {
        if (frame !== undefined) {
          const element = await post<object>('/element', { using: 'css selector', value: frame })
          await post('/frame', { id: element })
        }
        const text = await post<string>('/execute/async', {
          script: `const done = arguments[1]
            Promise.resolve(JSON.parse(arguments[0])).then(${script})
              .then((value) => done(JSON.stringify({ value })), (error) => done(JSON.stringify({ error: String(error) })))`,
          args: [JSON.stringify(input ?? null)],
        })
        const { error, value } = JSON.parse(text)
        if (error !== undefined) throw new Error(error)
        return value
      }),
    point: (steps) => inTab(id, () => post('/actions', { actions: pointerActions(steps) })),
    type: (text) => inTab(id, () => post('/actions', { actions: keyActions(text) })),
    goto: (address) => inTab(id, () => post('/url', { url: address })),
    activate: () => inTab(id, async () => {}),
    screenshot: () =>
      inTab(id, async () =>
        Buffer.from(await call<string>('GET', `${session}/screenshot`), 'base64'),
      ),
    async close() {
      await inTab(id, () => call('DELETE', `${session}/window`))
    },
  })

  /** A window of the driver is at least as wide as its tool bar; a window opened by a page has none. */
  async function openSized(opener: Tab, address: string, size: Size): Promise<Tab> {
    const known = await listTabs()
    await opener.run(({ height, width }) => {
      document.onclick = () =>
        window.open('about:blank', '_blank', `popup,width=${width},height=${height}`)
    }, size)
    await opener.point([{ kind: 'move', x: 1, y: 1 }, { kind: 'down' }, { kind: 'up' }])
    const id = await until('a window', async () =>
      (await listTabs()).find((one) => !known.includes(one)),
    )
    const tab = tabOf(id)
    await opener.close()
    await tab.goto(address)
    return tab
  }

  return {
    name: 'webkit',
    async open(address, size) {
      if (blank) await post('/window', { handle: blank })
      // A new window, because a background tab receives no clicks.
      const { handle } = await post<{ handle: string }>('/window/new', { type: 'window' })
      const tab = tabOf(handle)
      await tab.goto(address)
      return size ? openSized(tab, address, size) : tab
    },
    tabs: async () => (await listTabs()).filter((id) => id !== blank).map(tabOf),
    async stop() {
      await call('DELETE', session).catch(() => {})
      driver.kill()
      screen.stop()
    },
  }
}
