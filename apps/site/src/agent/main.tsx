import { showPage } from '../showPage.tsx'
import './agent.css'

// Other pages load parts of it, such as viem, too.
const { Agent } = await import('./Agent.tsx')
await showPage(({ config }) => <Agent config={config} />, {})
