// SPDX-License-Identifier: Apache-2.0
// roscpp listens for calls of the master and of other nodes on every network of the machine, even where ROS_IP names
// the loopback. Its libraries find this function before that of the system.
#include <netinet/in.h>
#include <ros/network.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cstring>

namespace {

bool isLoopbackMeant() {
  const std::string& host = ros::network::getHost();
  return host.starts_with("127.") || host == "localhost";
}

}  // namespace

extern "C" int bind(int socket, const sockaddr* address, socklen_t size) noexcept {
  sockaddr_in here{};
  if (address && address->sa_family == AF_INET && size == sizeof(here) && isLoopbackMeant()) {
    std::memcpy(&here, address, sizeof(here));
    if (here.sin_addr.s_addr == htonl(INADDR_ANY)) here.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    address = reinterpret_cast<const sockaddr*>(&here);
  }
  return static_cast<int>(::syscall(SYS_bind, socket, address, size));
}
