import { ArrowLeftRight, Coins, Layers } from 'lucide-react'
import { useMessage } from '../../context.ts'
import type { MessageKey } from '../../i18n/en.ts'
import { useStyles } from '../../useStyles.ts'
import css from './WhatIsANetworkView.css?inline'

const points = [
  { icon: <Layers />, title: 'whatIsANetwork.home', text: 'whatIsANetwork.homeText' },
  { icon: <Coins />, title: 'whatIsANetwork.fees', text: 'whatIsANetwork.feesText' },
  { icon: <ArrowLeftRight />, title: 'whatIsANetwork.change', text: 'whatIsANetwork.changeText' },
] as const satisfies readonly { icon: unknown; title: MessageKey; text: MessageKey }[]

/** What networks are, for somebody who meets the word for the first time. */
export function WhatIsANetworkView() {
  useStyles(css)
  const message = useMessage()
  return (
    <ul className="what-network">
      {points.map(({ icon, text, title }) => (
        <li key={title}>
          <span className="what-network-icon" aria-hidden="true">
            {icon}
          </span>
          <div>
            <p className="what-network-title">{message(title)}</p>
            <p className="what-network-text">{message(text)}</p>
          </div>
        </li>
      ))}
    </ul>
  )
}
