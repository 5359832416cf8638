// User actions on a display other than keys and pointer.
//   x_user drop WINDOW FILE   drops a file on a window, as a file manager does (XDND version 5), and waits for it
//   x_user dpi N              sets the dots per inch that programs started later read from the display
#include <X11/Xatom.h>
#include <X11/Xlib.h>
#include <poll.h>

#include <cstdio>
#include <cstdlib>
#include <string>

namespace {

struct Drop {
  Display* display = XOpenDisplay(nullptr);
  Window source = 0, target = 0;
  std::string uris;

  Atom atom(const char* name) const { return XInternAtom(display, name, False); }

  void send(const char* type, long a, long b, long c, long d) const {
    XEvent event{};
    event.xclient.type = ClientMessage;
    event.xclient.display = display;
    event.xclient.window = target;
    event.xclient.message_type = atom(type);
    event.xclient.format = 32;
    const long values[] = {static_cast<long>(source), a, b, c, d};
    for (int i = 0; i < 5; ++i) event.xclient.data.l[i] = values[i];
    XSendEvent(display, target, False, NoEventMask, &event);
    XFlush(display);
  }

  void hand_over(const XSelectionRequestEvent& asked) const {
    XChangeProperty(display, asked.requestor, asked.property, asked.target, 8, PropModeReplace,
                    reinterpret_cast<const unsigned char*>(uris.data()), static_cast<int>(uris.size()));
    XEvent event{};
    event.xselection.type = SelectionNotify;
    event.xselection.display = display;
    event.xselection.requestor = asked.requestor;
    event.xselection.selection = asked.selection;
    event.xselection.target = asked.target;
    event.xselection.property = asked.property;
    event.xselection.time = asked.time;
    XSendEvent(display, asked.requestor, False, NoEventMask, &event);
    XFlush(display);
  }

  // Next message of this type; answers requests for the selection meanwhile. Returns false after ten seconds.
  bool await(const char* type) const {
    for (int i = 0; i < 1000; ++i) {
      while (XPending(display) > 0) {
        XEvent event;
        XNextEvent(display, &event);
        if (event.type == SelectionRequest) hand_over(event.xselectionrequest);
        if (event.type == ClientMessage && event.xclient.message_type == atom(type)) return true;
      }
      pollfd ready{ConnectionNumber(display), POLLIN, 0};
      poll(&ready, 1, 10);
    }
    std::fprintf(stderr, "no %s came\n", type);
    return false;
  }
};

}  // namespace

static int set_dpi(const std::string& dots) {
  Display* display = XOpenDisplay(nullptr);
  if (!display) return 2;
  const std::string text = "Xft.dpi:\t" + dots + "\n";
  XChangeProperty(display, DefaultRootWindow(display), XA_RESOURCE_MANAGER, XA_STRING, 8, PropModeReplace,
                  reinterpret_cast<const unsigned char*>(text.data()), static_cast<int>(text.size()));
  XCloseDisplay(display);
  return 0;
}

int main(int argc, char** argv) {
  if (argc == 3 && std::string(argv[1]) == "dpi") return set_dpi(argv[2]);
  Drop drop;
  if (argc != 4 || !drop.display) return 2;
  drop.target = std::strtoul(argv[2], nullptr, 0);
  drop.uris = "file://" + std::string(argv[3]) + "\r\n";
  drop.source = XCreateSimpleWindow(drop.display, DefaultRootWindow(drop.display), 0, 0, 1, 1, 0, 0, 0);
  XSetSelectionOwner(drop.display, drop.atom("XdndSelection"), drop.source, CurrentTime);
  drop.send("XdndEnter", 5l << 24, static_cast<long>(drop.atom("text/uri-list")), 0, 0);
  drop.send("XdndPosition", 0, (50 << 16) | 50, CurrentTime, static_cast<long>(drop.atom("XdndActionCopy")));
  if (!drop.await("XdndStatus")) return 1;
  drop.send("XdndDrop", 0, CurrentTime, 0, 0);
  return drop.await("XdndFinished") ? 0 : 1;
}
