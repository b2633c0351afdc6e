import { openProfile } from '@foyer/devnet/chromium'
import { type SocialName, socialNames } from '@foyer/protocol/social'
import type { Page } from 'playwright'
import { approveLink, runIn, type Times } from './browserFigures.ts'
import type { LoginBench } from './LoginPage.ts'
import type { Servers } from './startServers.ts'

/** Number of repetitions; the median counts. */
const rounds = 5

/**
 * Measures each provider's stand-in, from the press to the address, ms: in a browser that has logged in there before, so that
 * neither its user nor a mail is part of it. The first login, with the user's consent, is not counted.
 */
export async function measureSocials(servers: Servers): Promise<Record<SocialName, Times>> {
  const found = Object.fromEntries(socialNames.map((name) => [name, [] as number[]]))
  for (const name of socialNames) {
    const { close, context } = await openProfile({ hasMotion: true })
    const page = await context.newPage()
    await page.goto(servers.pageUrl)
    const run = runIn(page)
    const press = () =>
      page.evaluate(
        (provider) => (globalThis as unknown as { bench: LoginBench }).bench.social(provider),
        name,
      )
    const user = `bench-${name}`
    const [first, window] = [press(), await page.waitForEvent('popup')]
    await consent(window, user)
    if (name === 'x' || name === 'github')
      await approveLink(page, servers, { email: `${user}@${name}.example`, after: 0 })
    await first
    for (let round = 0; round < rounds; round++) {
      await run((bench) => bench.leave())
      found[name]?.push(await press())
    }
    await close()
  }
  return found as Record<SocialName, number[]>
}

/** Chooses an account at the stand-in, which remembers it. */
async function consent(window: Page, user: string): Promise<void> {
  await window.getByText('Another account, or a wrong answer').click()
  await window.getByRole('textbox', { name: 'Account' }).fill(user)
  await window.getByRole('checkbox').check()
  await window.getByRole('button', { name: 'Continue', exact: true }).click()
}
