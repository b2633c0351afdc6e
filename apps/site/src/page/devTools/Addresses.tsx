import type { SiteConfig } from '../../siteConfig.ts'

/** Links to the services of this installation. */
export function Addresses({ config }: { config: SiteConfig }) {
  const { apiUrl, loginUrl, mailUrl, networks, phoneWalletUrl } = config
  return (
    <div className="tool">
      <h3>Addresses</h3>
      <dl className="facts">
        {networks.map(({ id, name, rpcUrls }) => (
          <div key={id}>
            <dt>{typeof id === 'number' ? `${name}, ${id}` : name}</dt>
            <dd>
              <code>{rpcUrls.default.http[0]}</code>
            </dd>
          </div>
        ))}
        {phoneWalletUrl && (
          <div>
            <dt>Phone wallet</dt>
            <dd>
              <a href={phoneWalletUrl} target="_blank" rel="noreferrer">
                <code>{phoneWalletUrl}</code>
              </a>
            </dd>
          </div>
        )}
        {mailUrl && (
          <div>
            <dt>Local mailbox</dt>
            <dd>
              <a href={mailUrl} target="_blank" rel="noreferrer">
                <code>{mailUrl}</code>
              </a>
            </dd>
          </div>
        )}
        {loginUrl && (
          <div>
            <dt>Login: devices, recovery, export</dt>
            <dd>
              <a href={`${loginUrl}/security`} target="_blank" rel="noreferrer">
                <code>{`${loginUrl}/security`}</code>
              </a>
            </dd>
          </div>
        )}
        {apiUrl && (
          <div>
            <dt>API</dt>
            <dd>
              <a href={`${apiUrl}/openapi.json`}>
                <code>{`${apiUrl}/openapi.json`}</code>
              </a>
            </dd>
          </div>
        )}
      </dl>
    </div>
  )
}
