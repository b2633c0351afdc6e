import { Mark } from './Mark.tsx'

const links = [
  ['#yours', 'Make it yours'],
  ['#code', 'Code'],
  ['#try', 'Try it'],
  ['#behind', 'Local services'],
] as const

export function Header() {
  return (
    <header className="header">
      <a className="brand" href="#top">
        <Mark />
        Foyer
      </a>
      <nav aria-label="Page">
        {links.map(([href, text]) => (
          <a key={href} href={href}>
            {text}
          </a>
        ))}
      </nav>
    </header>
  )
}
