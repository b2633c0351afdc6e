import { defineConfig } from 'vite'
import { libraryBuild, packageBuild } from '../../scripts/packageBuild.ts'

/**
 * Two builds: the package, and (`--mode cdn`) one file with everything including React, for pages without a bundler.
 */
export default defineConfig(({ mode }) =>
  mode === 'cdn'
    ? libraryBuild({
        define: { 'process.env.NODE_ENV': '"production"' },
        entries: { cdn: 'src/cdn.ts' },
        // Vite keeps the white space of an ESM library.
        rolldownOptions: { output: { codeSplitting: false, minify: true } },
      })
    : packageBuild({
        entries: {
          description: 'src/description.ts',
          index: 'src/index.ts',
          primitives: 'src/primitives.ts',
          react: 'src/react.ts',
          server: 'src/server.ts',
        },
        chunks: {
          // Before the first click.
          page: ['createModal.ts'],
          // With the first click, or before.
          modal: ['shell/mountShell.tsx', 'i18n/enLegal.ts'],
          // Once the list of wallets is open.
          connecting: [
            'views/connect/askWallet.ts',
            'views/connect/chooseWallet.ts',
            'views/connect/ConnectingExternalView.tsx',
          ],
          // Needed by every view but the first, and shared by many.
          words: [
            'i18n/en.ts',
            'primitives/Field.tsx',
            'primitives/Notice.tsx',
            'transactionStack.ts',
            'useMutation.ts',
          ],
          // Shared by buttons and views of a connected account.
          avatar: ['avatar/Avatar.tsx'],
          // Shared by the account, its networks and its settings.
          active: [
            'primitives/NetworkBadge.tsx',
            'views/account/AccountIcon.tsx',
            'views/account/useActiveAccount.ts',
            'views/account/useDisconnectOrNotify.ts',
            'views/networks/shortenReference.ts',
            'views/networks/useActiveNetwork.ts',
          ],
          // Shared by the account and what it opens.
          account: ['primitives/CopyButton.tsx', 'primitives/IconLink.tsx'],
          // With the modal of a site that has a login.
          login: [
            'shell/followAuth.ts',
            'views/email/ConnectEmailView.tsx',
            'views/social/ConnectSocialView.tsx',
          ],
        },
      }),
)
