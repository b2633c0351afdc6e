import { useLanguage, useSlice, useUi } from '../../context.ts'
import { LinkButton } from '../../primitives/Button.tsx'
import { Notice } from '../../primitives/Notice.tsx'
import { linkOfferOf } from '../social/linkOffer.ts'
import { loginTitle, socialTitles } from '../social/socialTitles.ts'
import { useLoginsWords } from './loginsWords.ts'

/** The ways to log in, and an offer to add the one that the user tried before. */
export function LoginWays({
  logins,
  securityUrl,
}: {
  logins: readonly string[]
  securityUrl: string
}) {
  const ui = useUi()
  const { locale } = useLanguage()
  const say = useLoginsWords()
  const offered = useSlice(linkOfferOf(ui), (provider) => provider)
  const names = logins.map((name) =>
    name === 'passkey' ? say('logins.passkey') : loginTitle(name, say('logins.email')),
  )
  const list = new Intl.ListFormat(locale, { type: 'conjunction' }).format(names)
  const isOffered = offered !== undefined && !logins.includes(offered)
  return (
    <>
      <p className="login-ways">{say('logins.with', { names: list })}</p>
      {isOffered ? (
        <div className="login-offer">
          <Notice
            tone="info"
            action={
              <LinkButton variant="secondary" inline href={securityUrl}>
                {say('logins.add')}
              </LinkButton>
            }
          >
            {say('logins.offer', { name: socialTitles[offered] })}
          </Notice>
        </div>
      ) : null}
    </>
  )
}
