import { loginSocial, loginSocials } from '@foyer/protocol/login'
import { Button, Notice } from '@foyer/ui/primitives'
import { useEffect, useState } from 'react'
import { safeParse } from 'valibot'
import { useAccount } from './AccountContext.ts'
import { failureWords } from './failureWords.ts'
import { useTask } from './useTask.ts'
import { words } from './words.ts'

/** The name of a way to log in. */
export const loginName = (provider: string): string =>
  Object.hasOwn(words.login.names, provider)
    ? words.login.names[provider as keyof typeof words.login.names]
    : provider

/** Logins at providers: each leaves this page, and comes back to it. */
export function SocialButtons() {
  const { account } = useAccount()
  const { session } = account
  const [names, setNames] = useState<readonly string[]>([])
  const leave = useTask(async (provider: string) => {
    const returnTo = `${location.origin}${location.pathname}`
    const { uri } = await session.call(loginSocial, { provider, returnTo })
    location.assign(uri)
  })
  useEffect(() => {
    const controller = new AbortController()
    listSocials(controller.signal).then(setNames, (error: unknown) => {
      if (!controller.signal.aborted) console.error(error)
    })
    return () => controller.abort()
  }, [])
  // A device that is only in memory is lost on the way.
  if (names.length === 0 || session.storage === 'memory') return null
  return (
    <div className="ask-links">
      {leave.error === undefined ? null : (
        <Notice tone="danger">{failureWords(leave.error)}</Notice>
      )}
      {names.map((name) => (
        <Button key={name} variant="secondary" onClick={() => void leave.run(name)}>
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
