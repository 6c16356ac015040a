import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const API = 'http://127.0.0.1:3000';
const COMPRESSIBLE = /\.(js|css|svg)$/;

/** Writes .br and .gz beside every text asset, so that the server compresses nothing at run time. */
function precompressed(): Plugin {
  return {
    name: 'precompressed',
    apply: 'build',
    writeBundle: async ({ dir }) => {
      const assets = join(dir as string, 'assets');
      const names = (await readdir(assets)).filter((name) => COMPRESSIBLE.test(name));
      await Promise.all(names.map((name) => compressBeside(join(assets, name))));
    },
  };
}

async function compressBeside(file: string): Promise<void> {
  const content = await readFile(file);
  await writeFile(`${file}.br`, await promisify(brotliCompress)(content));
  await writeFile(`${file}.gz`, await promisify(gzip)(content, { level: 9 }));
}

export default defineConfig({
  root: 'dashboard',
  base: '/app/',
  plugins: [react(), tailwindcss(), precompressed()],
  build: {
    outDir: '../dist/dashboard',
    emptyOutDir: true,
    // The page's policy allows no data: scripts or fonts.
    assetsInlineLimit: 0,
  },
  server: {
    // `vite` beside a running server: everything that is not the dashboard goes there.
    proxy: { '^/(?!app(/|$))': API },
  },
});
