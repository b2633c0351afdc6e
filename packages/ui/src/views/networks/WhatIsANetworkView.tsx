import { useMessage } from '../../context.ts'
import { Points } from '../../primitives/Points.tsx'

/** Explains networks to new users. */
export function WhatIsANetworkView() {
  const message = useMessage()
  return (
    <Points
      points={[
        {
          picture: <Ledger />,
          title: message('whatIsANetwork.home'),
          text: message('whatIsANetwork.homeText'),
        },
        {
          picture: <Receipt />,
          title: message('whatIsANetwork.fees'),
          text: message('whatIsANetwork.feesText'),
        },
        {
          picture: <Switch />,
          title: message('whatIsANetwork.change'),
          text: message('whatIsANetwork.changeText'),
        },
      ]}
    />
  )
}

/** Computers that share one ledger. */
function Ledger() {
  return (
    <svg viewBox="0 0 56 56" aria-hidden="true">
      <path className="point-line" d="M28 28L13 15M28 28l16-11M28 28l-2 18" />
      <rect className="point-soft" x="18" y="18" width="20" height="20" rx="6" />
      <rect className="point-line" x="18" y="18" width="20" height="20" rx="6" />
      <rect className="point-fill" x="24" y="24" width="8" height="8" rx="2" />
      <circle className="point-card" cx="12" cy="14" r="4.500" />
      <circle className="point-line" cx="12" cy="14" r="4.500" />
      <circle className="point-card" cx="45" cy="16" r="4.500" />
      <circle className="point-line" cx="45" cy="16" r="4.500" />
      <circle className="point-card" cx="26" cy="47" r="4.500" />
      <circle className="point-line" cx="26" cy="47" r="4.500" />
    </svg>
  )
}

/** A bill, and the coin that pays it. */
function Receipt() {
  return (
    <svg viewBox="0 0 56 56" aria-hidden="true">
      <path className="point-card" d="M14 9h24v37l-6-4-6 4-6-4-6 4z" />
      <path className="point-line" d="M14 9h24v37l-6-4-6 4-6-4-6 4zM20 18h12M20 26h7" />
      <circle className="point-soft" cx="38" cy="31" r="9" />
      <circle className="point-line" cx="38" cy="31" r="9" />
      <circle className="point-fill" cx="38" cy="31" r="3.500" />
    </svg>
  )
}

/** A switch from one to the other. */
function Switch() {
  return (
    <svg viewBox="0 0 56 56" aria-hidden="true">
      <rect className="point-soft" x="8" y="17" width="40" height="22" rx="11" />
      <rect className="point-line" x="8" y="17" width="40" height="22" rx="11" />
      <circle className="point-card" cx="19" cy="28" r="6" />
      <circle className="point-fill" cx="37" cy="28" r="6.500" />
      <path className="point-tick" d="M34.500 28h5M37.500 26l2 2-2 2" />
    </svg>
  )
}
