import type { SiteConfig } from '../siteConfig.ts'
import { Mark } from './Mark.tsx'

export function Footer({ config: { apiUrl } }: { config: SiteConfig }) {
  return (
    <footer className="footer">
      <Mark />
      <p>Open source under the MIT licence. It calls only the servers that you name.</p>
      <p className="footer-links">
        <a href="/members.html">Sign in with a wallet</a>
        <a href="/club.html">A site’s own login</a>
        <a href="/plain.html">The same button on a plain page</a>
        {apiUrl && <a href={`${apiUrl}/openapi.json`}>API reference</a>}
      </p>
    </footer>
  )
}
