import { FoyerButton } from '@foyer/ui/react'
import { CopyLine } from './CopyLine.tsx'

export function Hero() {
  return (
    <section className="hero" id="top">
      <h1>Let people in.</h1>
      <p>
        Connect wallets to your site with ten lines of code. You need no account, and you can host
        every part yourself.
      </p>
      <div className="hero-way">
        <FoyerButton />
        <CopyLine text="npm i @foyer/core @foyer/evm @foyer/ui" />
      </div>
    </section>
  )
}
