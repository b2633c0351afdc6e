import { Fragment, type ReactNode } from 'react'
import { LineIcon } from '../../primitives/Icon.tsx'
import { useStyles } from '../../useStyles.ts'
import css from './Mail.css?inline'

const paths = {
  mail: 'M5 5.500h14a2 2 0 0 1 2 2v9a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2v-9a2 2 0 0 1 2-2zM3.500 7.500l8.500 6 8.500-6',
  alert: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM12 8v4.500M12 16h.01',
  done: 'M5 12.500l4.500 4.500L19 7.500',
} as const

/** Head of the mail views: an icon, a sentence, and the address at its end. */
export function MailHead({
  address,
  alert = false,
  children,
  sign = 'mail',
  title,
}: {
  title: string
  address?: string | undefined
  /** Content below the address. */
  children?: ReactNode
  /** @default 'mail' */
  sign?: keyof typeof paths | undefined
  /** An error: announced by screen readers. @default false */
  alert?: boolean | undefined
}) {
  useStyles(css)
  return (
    <div className="mail-head" role={alert ? 'alert' : undefined}>
      <span className="mail-sign" data-sign={sign} aria-hidden="true">
        <LineIcon path={paths[sign]} />
      </span>
      <div className="mail-words">
        <p className="mail-title">{title}</p>
        {address === undefined ? null : (
          <p className="mail-address">
            <bdi dir="ltr">{breakable(address)}</bdi>
          </p>
        )}
        {children}
      </div>
    </div>
  )
}

/** Wraps a long address at its separators. */
function breakable(address: string): ReactNode {
  return address.split(/(?<=[@.+_-])/).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one address never move
    <Fragment key={index}>
      {index > 0 ? <wbr /> : null}
      {part}
    </Fragment>
  ))
}
