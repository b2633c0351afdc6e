import { useMessage, useUi } from '../../context.ts'
import { Button } from '../../primitives/Button.tsx'
import { Points } from '../../primitives/Points.tsx'

/** Explains wallets to new users. */
export function WhatIsAWalletView() {
  const { router, views } = useUi()
  const message = useMessage()
  return (
    <>
      <Points
        points={[
          {
            picture: <Coins />,
            title: message('whatIsAWallet.own'),
            text: message('whatIsAWallet.ownText'),
          },
          {
            picture: <Door />,
            title: message('whatIsAWallet.login'),
            text: message('whatIsAWallet.loginText'),
          },
          {
            picture: <Hand />,
            title: message('whatIsAWallet.ask'),
            text: message('whatIsAWallet.askText'),
          },
        ]}
      />
      <Button
        onClick={() => router.push('GetWallet')}
        onPointerEnter={() => void views.load('GetWallet')}
      >
        {message('connect.getWallet')}
      </Button>
    </>
  )
}

/** Coins and a picture in a pocket. */
function Coins() {
  return (
    <svg viewBox="0 0 56 56" aria-hidden="true">
      <circle className="point-soft" cx="22" cy="19" r="9" />
      <circle className="point-line" cx="22" cy="19" r="9" />
      <rect className="point-fill" x="28" y="11" width="14" height="14" rx="4" />
      <path className="point-card" d="M10 27h36v14a6 6 0 0 1-6 6H16a6 6 0 0 1-6-6z" />
      <path className="point-line" d="M10 27h36v14a6 6 0 0 1-6 6H16a6 6 0 0 1-6-6z" />
      <circle className="point-fill" cx="38" cy="37" r="2.500" />
    </svg>
  )
}

/** An open door. */
function Door() {
  return (
    <svg viewBox="0 0 56 56" aria-hidden="true">
      <path className="point-soft" d="M18 9h20a4 4 0 0 1 4 4v34H18z" />
      <path className="point-line" d="M42 47V13a4 4 0 0 0-4-4H18M10 47h36" />
      <path className="point-card" d="M16 11l14 6v30H16z" />
      <path className="point-line" d="M16 10l14 7v30H16z" />
      <circle className="point-fill" cx="25" cy="32" r="2.500" />
    </svg>
  )
}

/** A shield with a tick. */
function Hand() {
  return (
    <svg viewBox="0 0 56 56" aria-hidden="true">
      <path className="point-soft" d="M28 8l17 6v13c0 11-7 17.500-17 21-10-3.500-17-10-17-21V14z" />
      <path className="point-line" d="M28 8l17 6v13c0 11-7 17.500-17 21-10-3.500-17-10-17-21V14z" />
      <circle className="point-fill" cx="28" cy="27" r="9" />
      <path className="point-tick" d="M24 27.500l3 3 5.500-6" />
    </svg>
  )
}
