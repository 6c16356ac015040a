import { useLayoutEffect, useRef, useState } from 'react';

/** The width of a reading pane on a desktop. In less room the mail is drawn smaller, not narrower: it would reflow. */
const DESKTOP_WIDTH = 640;

/** A mail as a desktop or a phone shows it, however much room there is here. */
export function MailFrame({ document, isPhone }: { document: string; isPhone: boolean }) {
  const box = useRef<HTMLDivElement>(null);
  const room = useWidth(box);
  const scale = isPhone || room === 0 ? 1 : Math.min(1, room / DESKTOP_WIDTH);
  return (
    <div className="flex min-h-0 min-w-0 flex-1 p-4 max-sm:p-0">
      <div
        ref={box}
        className={`min-h-0 min-w-0 flex-1 ${isPhone ? 'flex justify-center overflow-x-auto' : 'overflow-hidden'}`}
      >
        <iframe
          title="Preview of the mail"
          sandbox="allow-popups allow-popups-to-escape-sandbox"
          srcDoc={document}
          className={`h-full rounded-md border border-line bg-white [color-scheme:light] ${isPhone ? 'w-[375px] shrink-0' : 'w-full origin-top-left'}`}
          style={
            scale < 1 ? { width: DESKTOP_WIDTH, height: `${100 / scale}%`, transform: `scale(${scale})` } : undefined
          }
        />
      </div>
    </div>
  );
}

function useWidth(box: React.RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const observer = new ResizeObserver(() => setWidth(element.clientWidth));
    observer.observe(element);
    setWidth(element.clientWidth);
    return () => observer.disconnect();
  }, [box]);
  return width;
}
