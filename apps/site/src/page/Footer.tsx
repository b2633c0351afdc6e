import type { SiteConfig } from '../siteConfig.ts'
import { Mark } from './Mark.tsx'

export function Footer({ config: { apiUrl } }: { config: SiteConfig }) {
  return (
    <footer className="footer">
      <Mark />
      <p>Open source under the MIT licence. It calls the servers that you name.</p>
      <p className="footer-links">
        <a href="/plain.html">A page with nothing but the button</a>
        {apiUrl && <a href={`${apiUrl}/openapi.json`}>The API, described</a>}
      </p>
    </footer>
  )
}
