import type { Social } from '@foyer/core'
import { findAuthConnector } from '@foyer/core/internal'
import { useEffect, useState } from 'react'
import { useMessage, useUi } from '../../context.ts'
import { Button } from '../../primitives/Button.tsx'
import { LineIcon } from '../../primitives/Icon.tsx'
import { SkeletonRow } from '../../primitives/Skeleton.tsx'
import { useStyles } from '../../useStyles.ts'
import { useLegal } from '../connect/useLegal.ts'
import css from './ConnectSocialView.css?inline'
import { getSocials } from './getSocials.ts'
import { openSocialWindow } from './openSocialWindow.ts'
import { SocialMark } from './SocialMark.tsx'
import { socialTitles } from './socialTitles.ts'

/** Icons in a row. */
const perRow = 5
const morePath = 'M6 12h.01M12 12h.01M18 12h.01'

/** The social logins that the login site offers: one wide, the rest as icons. A part of Connect. @source spec 9.17, 9.20 */
export function ConnectSocialView() {
  useStyles(css)
  const ui = useUi()
  const { foyer, router, views } = ui
  const message = useMessage()
  const { allow } = useLegal()
  const [isWhole, setWhole] = useState(false)
  const [names, setNames] = useState<readonly Social[]>()
  useEffect(() => {
    let isLeft = false
    const set = (found: readonly Social[]) => isLeft || setNames(found)
    getSocials(foyer).then(set, (error) => {
      foyer.log('warn', 'the social logins could not be listed', error)
      set([])
    })
    return () => {
      isLeft = true
    }
  }, [foyer])

  if (!names)
    return (
      <div className="connect-social" aria-busy="true">
        <SkeletonRow />
        <SkeletonRow />
      </div>
    )
  const customLogin = findAuthConnector(foyer)?.customLogin
  const [first, ...others] = names
  if (!first && !customLogin) return <div data-none="" />

  const begin = (provider: Social) => {
    if (!allow()) return
    // The user's app is reached by a code or a link, not by a window.
    if (provider === 'farcaster') return router.push('ConnectingFarcaster')
    // In the click: browsers block a window that opens later.
    const opened = openSocialWindow(ui, provider)
    router.push('ConnectingSocial', { provider, opened })
  }
  const intent = (provider?: Social) => {
    const view = provider === 'farcaster' ? 'ConnectingFarcaster' : 'ConnectingSocial'
    const prepare = () => void views.load(view)
    return { onPointerEnter: prepare, onFocus: prepare }
  }
  const isLong = others.length > perRow
  const shown = isLong && !isWhole ? others.slice(0, perRow - 1) : others
  return (
    <div className="connect-social">
      {customLogin ? (
        <Button
          variant="secondary"
          icon={<SocialMark title={customLogin} size={24} />}
          {...intent()}
          onClick={() => allow() && router.push('ConnectingSocial', { isCustom: true })}
        >
          {message('social.with', { name: customLogin })}
        </Button>
      ) : null}
      {first ? (
        <Button
          variant="secondary"
          icon={<SocialMark name={first} size={24} />}
          {...intent(first)}
          onClick={() => begin(first)}
        >
          {message('social.with', { name: socialTitles[first] })}
        </Button>
      ) : null}
      {others.length === 0 ? null : (
        <div className="social-icons">
          {shown.map((name) => (
            <button
              key={name}
              type="button"
              className="social-icon"
              {...intent(name)}
              aria-label={message('social.with', { name: socialTitles[name] })}
              onClick={() => begin(name)}
            >
              <SocialMark name={name} size={24} />
              {socialTitles[name]}
            </button>
          ))}
          {isLong && !isWhole ? (
            <button type="button" className="social-icon" onClick={() => setWhole(true)}>
              <LineIcon path={morePath} />
              {message('social.more')}
            </button>
          ) : null}
        </div>
      )}
    </div>
  )
}
