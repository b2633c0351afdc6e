import { type Connector, createFoyer, type Foyer, type FoyerEvents } from '@foyer/core'
import { FoyerError } from '@foyer/protocol'
import { type ReactNode, StrictMode, useEffect } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { address, open, testFoyer } from '../testFoyer.test.kit.ts'
import { FoyerAccountButton, FoyerButton, FoyerConnectButton } from './buttons.tsx'
import { FoyerProvider } from './FoyerProvider.tsx'
import { Site, siteHtml, siteOptions } from './site.test.kit.tsx'
import { useAccount } from './useAccount.ts'
import { useBalance } from './useBalance.ts'
import { useConnect } from './useConnect.ts'
import { useDisconnect } from './useDisconnect.ts'
import { useEvents } from './useEvents.ts'
import { useFoyer } from './useFoyer.ts'
import { useModal } from './useModal.ts'
import { useNetwork } from './useNetwork.ts'
import { useSwitchNetwork } from './useSwitchNetwork.ts'
import { useTheme } from './useTheme.ts'
import { useTokens } from './useTokens.ts'

function place(html = ''): HTMLElement {
  const container = document.createElement('div')
  container.innerHTML = html
  document.body.append(container)
  onTestFinished(() => container.remove())
  return container
}
function render(children: ReactNode) {
  const container = place()
  const root = createRoot(container)
  root.render(children)
  onTestFinished(() => root.unmount())
  return { container, root }
}
const inProvider = (foyer: Foyer, children: ReactNode) => (
  <FoyerProvider foyer={foyer} modal={{ prefetch: 'none' }}>
    {children}
  </FoyerProvider>
)
const modals = () => document.querySelectorAll('foyer-modal')
/** The displayed text of a button within `container`. */
const shown = (container: Element, name: string) =>
  expect.poll(() => container.querySelector(name)?.shadowRoot?.querySelector('.text')?.textContent)
const says = (container: Element) =>
  expect.poll(() => container.querySelector('output')?.textContent)

test.each([
  ['as the parser gives it', siteHtml],
  // A part that streams in late: its element already has a shadow root, and the parser ignores the template.
  [
    'with its template left',
    siteHtml.replace('"></f', '"><template shadowrootmode="open"></template></f'),
  ],
])(
  "hydrates server HTML, %s, without a warning, then shows this browser's state",
  async (_, html) => {
    const said: unknown[] = []
    const spy = vi.spyOn(console, 'error').mockImplementation((...words) => said.push(words))
    onTestFinished(() => spy.mockRestore())
    const container = place(html)
    const button = container.querySelector('foyer-button')
    // Connected before the reload, by a wallet that appears late; unknown to the server.
    const { foyer } = await testFoyer()
    const { storage, storageKey } = foyer.options
    const options = { ...siteOptions, storage, storageKey }
    expect(createFoyer(options).store.get().connections.eip155?.status).toBe('connecting')

    const root = hydrateRoot(
      container,
      <StrictMode>
        <Site options={options} />
      </StrictMode>,
      { onRecoverableError: (error) => said.push(error) },
    )
    onTestFinished(() => root.unmount())
    await says(container).toMatch(new RegExp(`^connecting ${address} eip155:1 Ethereum`))
    expect(said).toEqual([])
    // Hydrated, not created again.
    expect(container.querySelector('foyer-button')).toBe(button)
    await shown(container, 'foyer-button').toBe('0x5290…9EE7')
  },
)

test('strict mode leaves one modal, and unmounting none', async () => {
  const { foyer } = await testFoyer({ connected: false })
  const { root } = render(<StrictMode>{inProvider(foyer, <FoyerButton />)}</StrictMode>)
  await expect.poll(() => modals().length).toBe(1)
  await page.getByRole('button', { name: 'Connect wallet' }).click()
  await expect.element(page.getByRole('dialog', { name: 'Connect wallet' })).toBeVisible()
  expect(modals()).toHaveLength(1)
  root.unmount()
  await expect.poll(() => modals().length).toBe(0)
  // A given instance keeps running.
  expect(foyer.running.stop).toBeDefined()
})

function Take({ onKit }: { onKit: (foyer: Foyer) => void }) {
  const foyer = useFoyer()
  useEffect(() => onKit(foyer), [foyer, onKit])
  return null
}
test('stops the instance that the provider created on unmount, and not a given one', async () => {
  let kit: Foyer | undefined
  const keep = (foyer: Foyer) => {
    kit = foyer
  }
  const { root } = render(
    <StrictMode>
      <FoyerProvider options={siteOptions} modal={{ prefetch: 'none' }}>
        <Take onKit={keep} />
      </FoyerProvider>
    </StrictMode>,
  )
  await expect.poll(() => kit?.running.stop).toBeDefined()
  // The instance survived strict mode's double effects.
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(kit?.running.stop).toBeDefined()
  root.unmount()
  await expect.poll(() => kit?.running.stop).toBe(undefined)
})

test('each provider has its own buttons', async () => {
  const [off, on] = [await testFoyer({ connected: false }), await testFoyer()]
  const { container } = render(
    <>
      {inProvider(off.foyer, <FoyerConnectButton label="Enter" className="a b" />)}
      {inProvider(
        on.foyer,
        <>
          <FoyerAccountButton balance="hide" />
          <foyer-network-button for="nobody" size="sm" class="plain" />
        </>,
      )}
    </>,
  )
  await shown(container, 'foyer-connect-button').toBe('Enter')
  await shown(container, 'foyer-account-button').toBe('0x5290…9EE7')
  expect(container.querySelector('foyer-connect-button')?.className).toBe('a b')
  // A plain element finds its modal itself; this one names one that does not exist.
  expect(container.querySelector('foyer-network-button')?.modal).toBe(undefined)
  expect(container.querySelector('foyer-network-button')?.className).toBe('plain')
})

function Panel({ onEnd }: { onEnd: (event: FoyerEvents['request:end']) => void }) {
  const account = useAccount()
  const { data: balance, isFetching, refetch } = useBalance()
  const { data: tokens, refetch: refetchTokens } = useTokens()
  const { connectors, error, mutate: connect, status } = useConnect()
  const { mutate: disconnect } = useDisconnect()
  const { network } = useNetwork()
  const { mutate: switchNetwork } = useSwitchNetwork()
  useEvents('request:end', onEnd)
  return (
    <>
      <output>
        {[
          account.status,
          account.address,
          network?.name,
          isFetching ? '' : `${balance?.value} ${balance?.formatted} ${balance?.symbol}`,
          tokens?.length,
          status,
          error?.code,
        ].join('|')}
      </output>
      {connectors.map((connector) => (
        <button type="button" key={connector.id} onClick={() => connect({ connector })}>
          {connector.name}
        </button>
      ))}
      <button type="button" onClick={() => switchNetwork({ chainId: 'eip155:137' })}>
        Polygon
      </button>
      <button type="button" onClick={() => Promise.all([refetch(), refetchTokens()])}>
        Refresh
      </button>
      <button type="button" onClick={() => disconnect()}>
        Leave
      </button>
    </>
  )
}
test('connects, switches, reads balances and disconnects through the hooks', async () => {
  const { foyer, wallet } = await testFoyer({ connected: false })
  const events: FoyerEvents['request:end'][] = []
  const { container } = render(inProvider(foyer, <Panel onEnd={(event) => events.push(event)} />))
  const press = (name: string) => page.getByRole('button', { name }).click()
  await says(container).toBe('disconnected||Ethereum|undefined undefined undefined||idle|')

  wallet.answer = () => Promise.reject(new FoyerError('user-rejected'))
  await press('Example Wallet')
  await says(container).toBe(
    'disconnected||Ethereum|undefined undefined undefined||error|user-rejected',
  )
  wallet.answer = async () => {}
  await press('Example Wallet')
  await says(container).toBe(
    `connected|${address}|Ethereum|1234567890123456789 1.234567890123456789 ETH|1|success|`,
  )
  await press('Polygon')
  await says(container).toBe(
    `connected|${address}|Polygon|1234567890123456789 1.234567890123456789 POL|1|success|`,
  )
  wallet.balance = 5n * 10n ** 17n
  await press('Refresh')
  await says(container).toBe(`connected|${address}|Polygon|500000000000000000 0.5 POL|1|success|`)
  await press('Leave')
  await says(container).toMatch(/^disconnected\|\|/)
  await expect
    .poll(() => events.map(({ error, kind }) => [kind, error?.code]))
    .toEqual([
      ['connect', 'user-rejected'],
      ['connect', undefined],
      ['switch', undefined],
      ['disconnect', undefined],
    ])
})

function Fields({ onFields }: { onFields: (fields: string[], other: string) => void }) {
  const fields = Object.keys(useAccount())
  const other = useAccount({ namespace: 'solana' }).status
  useEffect(() => onFields(fields, other))
  return null
}
test('[3.1] useAccount has every field of the account that the spec names, by namespace', async () => {
  const { foyer } = await testFoyer()
  let seen: [fields: string[], other: string] | undefined
  render(
    inProvider(
      foyer,
      <Fields
        onFields={(...both) => {
          seen = both
        }}
      />,
    ),
  )
  await expect.poll(() => seen?.[1]).toBe('disconnected')
  expect(seen?.[0]).toEqual(
    expect.arrayContaining([
      'currentTab',
      'tokenBalance',
      'smartAccountDeployed',
      'addressLabels',
      'allAccounts',
      'caipAddress',
      'address',
      'status',
      'balance',
      'balanceSymbol',
      'balanceLoading',
      'profileName',
      'profileImage',
      'user',
      'addressExplorerUrl',
      'connectedWalletInfo',
      'preferredAccountType',
      'socialProvider',
      'socialWindow',
      'farcasterUrl',
      'lastRetry',
    ]),
  )
})

function OpensAtOnce() {
  const { close, isOpen, open: show } = useModal()
  useEffect(() => void show('Networks'), [show])
  return (
    <button type="button" onClick={() => close()}>
      {isOpen ? 'is open' : 'is closed'}
    </button>
  )
}
test('the modal can be opened from the first effect on, and closed', async () => {
  const { foyer } = await testFoyer({ connected: false })
  const { container } = render(inProvider(foyer, <OpensAtOnce />))
  await expect.element(page.getByRole('dialog', { name: 'Choose a network' })).toBeVisible()
  await expect.poll(() => container.textContent).toBe('is open')
  container.querySelector('button')?.click()
  await expect.poll(() => container.textContent).toBe('is closed')
})

function Painter() {
  const { mode, setMode, setVariables, variables } = useTheme()
  return (
    <button
      type="button"
      onClick={() => {
        setMode('dark')
        setVariables({ 'color-accent': 'rgb(1, 2, 3)' })
      }}
    >
      {mode} {JSON.stringify(variables)}
    </button>
  )
}
test('applies changes of theme and language', async () => {
  const { foyer } = await testFoyer({ connected: false, options: { themeMode: 'light' } })
  const site = (locale: string) => (
    <FoyerProvider foyer={foyer} modal={{ prefetch: 'none', locale }}>
      <FoyerButton />
      <Painter />
    </FoyerProvider>
  )
  const { container, root } = render(site('en'))
  await shown(container, 'foyer-button').toBe('Connect wallet')
  await page.getByRole('button', { name: 'light {}' }).click()
  await expect
    .element(page.getByRole('button', { name: 'dark {"color-accent":"rgb(1, 2, 3)"}' }))
    .toBeVisible()
  root.render(site('es'))
  await shown(container, 'foyer-button').toBe('Conectar billetera')
  expect(modals()).toHaveLength(1)
})

function Lost() {
  useAccount()
  return null
}
test('error: a hook outside the provider explains what to do', async () => {
  const errors: unknown[] = []
  const root = createRoot(place(), { onUncaughtError: (error) => errors.push(error) })
  root.render(<Lost />)
  await expect.poll(() => String(errors[0])).toContain('Wrap the component: <FoyerProvider')
})

function Attempt({ connector }: { connector: Connector }) {
  const { cancel, error, mutate, status } = useConnect()
  return (
    <>
      <button type="button" onClick={() => mutate({ connector })}>
        Start
      </button>
      <button type="button" onClick={() => cancel()}>
        Stop
      </button>
      <output>{[status, error?.code].join(' ')}</output>
    </>
  )
}
test('cancels a hanging attempt', async () => {
  const { connector, foyer, wallet } = await testFoyer({ connected: false })
  const asked = open()
  wallet.answer = () => asked.promise
  const { container } = render(inProvider(foyer, <Attempt connector={connector} />))
  await says(container).toBe('idle ')
  await page.getByRole('button', { name: 'Start' }).click()
  await says(container).toBe('pending ')
  await page.getByRole('button', { name: 'Stop' }).click()
  await says(container).toBe('error request-aborted')
})
