import { Skeleton, useStyles } from '@foyer/ui/primitives'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { pageLanguage } from '../pageLanguage.ts'
import { challengeWords } from '../words.ts'
import css from './ChallengeFrame.css?inline'

/** Time for the operator's page to load, in ms. Then the server decides by itself whether the challenge works at all. */
const loadMs = 15_000
/** Bounds of the height that the page may ask for, in px. */
const heights = { min: 80, max: 600 }

/**
 * Shows the operator's challenge in a sandboxed frame. Its page is of another origin, and gets nothing but a nonce, the language and
 * the theme; all that it tells is a height and a token, which the servers verify.
 */
export function ChallengeFrame({
  onToken,
  page,
}: {
  page: string
  /** The token of the page; empty if the page did not load. */
  onToken: (token: string) => void
}) {
  useStyles(css)
  const frame = useRef<HTMLIFrameElement>(null)
  const [height, setHeight] = useState<number>()
  const give = useEffectEvent(onToken)
  useEffect(() => {
    const { origin } = new URL(page)
    const timer = setTimeout(() => give(''), loadMs)
    const listen = ({ data, origin: from, source }: MessageEvent<unknown>) => {
      if (from !== origin || source !== frame.current?.contentWindow) return
      const { height, k, token } = Object(data) as Record<string, unknown>
      if (k !== 'foyer-challenge') return
      clearTimeout(timer)
      const wanted = typeof height === 'number' && Number.isFinite(height) ? height : heights.min
      setHeight(Math.ceil(Math.min(heights.max, Math.max(heights.min, wanted))))
      if (typeof token === 'string' && token !== '' && token.length <= 4096) give(token)
    }
    addEventListener('message', listen)
    return () => {
      removeEventListener('message', listen)
      clearTimeout(timer)
    }
  }, [page])
  return (
    <div className="challenge" aria-busy={height === undefined}>
      {height === undefined ? <Skeleton width="l" /> : null}
      <iframe
        ref={frame}
        className="challenge-frame"
        style={{ blockSize: `${height ?? 0}px` }}
        title={challengeWords.title}
        sandbox="allow-scripts allow-same-origin allow-forms"
        referrerPolicy="no-referrer"
        src={`${page}&lang=${pageLanguage}&theme=${readTheme()}`}
      />
    </div>
  )
}

/** `dark` or `light`: the site's theme, or the browser's. */
function readTheme(): string {
  const { colorScheme } = document.documentElement.style
  if (colorScheme === 'dark' || colorScheme === 'light') return colorScheme
  return matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
}
