import { FoyerError } from '@foyer/protocol'
import { type LoginPurpose, loginCustom, loginSocial, loginSocials } from '@foyer/protocol/login'
import { farcasterName, isSocialName } from '@foyer/protocol/social'
import { Button, Notice } from '@foyer/ui/primitives'
import { useEffect, useState } from 'react'
import { safeParse } from 'valibot'
import { useAccount } from './AccountContext.ts'
import { failureWords } from './failureWords.ts'
import { rememberLeaving, rememberRestoring } from './takeReturn.ts'
import { useTask } from './useTask.ts'
import { words } from './words.ts'

/** The name of a way to log in. */
export const loginName = (provider: string): string =>
  Object.hasOwn(words.login.names, provider)
    ? words.login.names[provider as keyof typeof words.login.names]
    : provider.replace(/^custom:/, '')

const customPrefix = 'custom:'
/** True for a login for which this page leaves, and comes back: at a provider, or a site's own. */
export const isAway = (provider: string): boolean =>
  isSocialName(provider) || provider.startsWith(customPrefix)

/**
 * Returns a task that leaves this page for a provider, or for a site's own login, and comes back.
 *
 * @param restoring - Id of the login that shall restore the wallet, for which the user proves themselves. @default none
 */
export function useLeave(purpose?: LoginPurpose, restoring?: string) {
  const { session } = useAccount().account
  return useTask(async (provider: string) => {
    const body = {
      returnTo: `${location.origin}${location.pathname}`,
      ...(purpose && { purpose }),
    }
    if (!provider.startsWith(customPrefix)) {
      const { uri } = await session.call(loginSocial, { ...body, provider })
      rememberRestoring(restoring)
      return location.assign(uri)
    }
    const login = provider.slice(customPrefix.length)
    const { txnId, uri } = await session.call(loginCustom, { ...body, login })
    if (uri === undefined) throw new FoyerError('action-not-allowed', { details: 'No address.' })
    rememberLeaving(txnId)
    rememberRestoring(restoring)
    location.assign(uri)
  })
}

/** The site's own login that this page's address names: `?login=acme`. Sites lead their users here with it. */
function readCustom(): string | undefined {
  const login = new URLSearchParams(location.search).get('login') ?? ''
  return /^[a-z0-9-]{1,24}$/.test(login) ? `${customPrefix}${login}` : undefined
}

/** The logins of this login site besides email; without those that leave the page where leaving the page would lose the device, which is in memory. */
export function useSocials(): readonly string[] {
  const { session } = useAccount().account
  const names = useOffered()
  return names.filter(
    (name) => name === farcasterName || (isAway(name) && session.storage !== 'memory'),
  )
}

/** Every login that this login site offers. */
function useOffered(): readonly string[] {
  const [names, setNames] = useState<readonly string[]>(() => {
    const custom = readCustom()
    return custom === undefined ? [] : [custom]
  })
  useEffect(() => {
    const controller = new AbortController()
    listSocials(controller.signal).then(
      (found) => setNames((own) => [...own, ...found]),
      (error: unknown) => {
        if (!controller.signal.aborted) console.error(error)
      },
    )
    return () => controller.abort()
  }, [])
  return names
}

/** Logins at providers: each leaves this page, and comes back to it. With Farcaster the page stays, and shows a code. */
export function SocialButtons({ onFarcaster }: { onFarcaster: () => void }) {
  const names = useSocials()
  const leave = useLeave()
  if (names.length === 0) return null
  return (
    <div className="login-socials">
      {leave.error === undefined ? null : (
        <Notice tone="danger">{failureWords(leave.error)}</Notice>
      )}
      {names.map((name) => (
        <Button
          key={name}
          variant="secondary"
          onClick={() => (name === farcasterName ? onFarcaster() : void leave.run(name))}
        >
          {words.login.with(loginName(name))}
        </Button>
      ))}
    </div>
  )
}

async function listSocials(signal: AbortSignal): Promise<readonly string[]> {
  const response = await fetch(loginSocials.path, { signal })
  const answer = safeParse(loginSocials.response, await response.json())
  return answer.success ? answer.output.socials : []
}
