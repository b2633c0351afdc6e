import { FoyerButton } from '@foyer/ui/react'
import { CopyLine } from './CopyLine.tsx'

export function Hero() {
  return (
    <section className="hero" id="top">
      <h1>Let people in.</h1>
      <p>
        Foyer is the wallet connection for your site. Ten lines to add it, no account with anyone,
        and every part of it yours to host.
      </p>
      <div className="hero-way">
        <FoyerButton />
        <CopyLine text="npm i @foyer/core @foyer/evm @foyer/ui" />
      </div>
    </section>
  )
}
